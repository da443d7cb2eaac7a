import { cruise, type ICruiseResult, type IDependency } from 'dependency-cruiser';
import type { Area } from './areas.ts';
import { importRules, placesOf, words } from './import-rules.ts';

/** How to resolve a package by its `exports`. */
export const PACKAGE_ENTRIES = {
  exportsFields: ['exports'],
  conditionNames: ['import', 'node', 'types', 'default'],
};

const isAny = (word: string): boolean => word === 'any';

/** Code to check, and the permissions. */
export type ImportCheck = {
  readonly areas: Readonly<Record<string, Area>>;
  /** Source files and folders, relative to `root`. */
  readonly sources: readonly string[];
  readonly root: string;
};

/** Describes forbidden imports, code outside all areas, cycles and unused permissions. */
export async function findImportFaults(check: ImportCheck): Promise<readonly string[]> {
  const options = {
    baseDir: check.root,
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    validate: true,
    ruleSet: importRules(check.areas),
  };
  const { output } = await cruise([...check.sources], options, PACKAGE_ENTRIES);
  if (typeof output === 'string') throw new Error(output);
  const faults = output.summary.violations.map(({ rule, from, to, cycle }) => {
    const way = cycle ? [from, ...cycle.map(({ name }) => name)] : [from, to];
    return `${rule.name}: ${way.join(' → ')}`;
  });
  return [...new Set(faults), ...unusedPermissions(check.areas, output)];
}

/** Lists permissions that no import needs. */
function unusedPermissions(areas: ImportCheck['areas'], { modules }: ICruiseResult): readonly string[] {
  const places = Object.keys(areas).map(
    (name) => [name, placesOf(areas, name).map((each) => new RegExp(each))] as const,
  );
  const areaOf = (file: string) =>
    places.find(([, patterns]) => patterns.some((each) => each.test(file)))?.[0] ?? '';
  const used = new Set(
    modules.flatMap(({ source, dependencies }) =>
      dependencies.map(
        (each) => `${areaOf(source)} → ${packageOf(each) ?? areaOf(each.resolved)}${suffixOf(each)}`,
      ),
    ),
  );
  return Object.entries(areas).flatMap(([name, { uses, types, packages }]) => {
    const isUsed = (target: string) =>
      ['', ' (types)'].some((suffix) => used.has(`${name} → ${target}${suffix}`));
    const unused = [
      ...words(uses).filter((each) => !isAny(each) && !used.has(`${name} → ${each}`)),
      ...words(types).filter((each) => !used.has(`${name} → ${each} (types)`)),
      ...words(packages).filter((each) => !isAny(each) && !isUsed(each)),
    ];
    return unused.map((each) => {
      const rest = used.has(`${name} → ${each} (types)`) ? ', of which only types are used' : '';
      return `unused permission: ${name} → ${each}${rest}`;
    });
  });
}

function suffixOf({ dependencyTypes }: IDependency): string {
  return dependencyTypes.some((each) => each === 'type-only' || each === 'type-import') ? ' (types)' : '';
}

/** Returns the package of an import, `node` for built-in modules; undefined for project files. */
function packageOf({ resolved, coreModule }: IDependency): string | undefined {
  if (coreModule) return 'node';
  const [, name = ''] = /^node_modules\/(?:@types\/)?(@[^/]+\/[^/]+|[^/]+)\//.exec(resolved) ?? [];
  return name === '' ? undefined : name.replace(/^([^@]+)__/, '@$1/');
}
