import { cruise, type IAllowedRuleType, type IFlattenedRuleSet } from 'dependency-cruiser';
import type { Area } from './areas.ts';

/** How to resolve a package by its `exports`. */
export const PACKAGE_ENTRIES = {
  exportsFields: ['exports'],
  conditionNames: ['import', 'node', 'types', 'default'],
};

/** Code to check, and the permissions. */
export type ImportCheck = {
  readonly areas: Readonly<Record<string, Area>>;
  /** Source files and folders, relative to `root`. */
  readonly sources: readonly string[];
  readonly root: string;
};

/** Describes forbidden imports, code outside all areas and cycles. */
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
  return [...new Set(faults)];
}

type Areas = Readonly<Record<string, Area>>;

/** dependency-cruiser's types of imports erased at compile time. */
const TYPE_ONLY = ['type-only', 'type-import'] as const;

/** Converts the table to dependency-cruiser rules. */
function importRules(areas: Areas): IFlattenedRuleSet {
  const places = Object.keys(areas).flatMap((name) => placesOf(areas, name));
  return {
    forbidden: [
      { name: 'cycle', severity: 'error', from: {}, to: { circular: true } },
      { name: 'outside of all areas', severity: 'error', from: { pathNot: places }, to: {} },
      { name: 'outside of all areas', severity: 'error', from: { pathNot: places, orphan: true }, to: {} },
    ],
    allowed: Object.entries(areas).flatMap(([name, area]) => {
      const from = { path: placesOf(areas, name) };
      const [uses, types, packages] = [words(area.uses), words(area.types), words(area.packages)];
      if (uses.includes('any')) return [{ from, to: {} }];
      const targets = [name, ...uses].flatMap((each) => placesOf(areas, each));
      const typeTargets = types.flatMap((each) => placesOf(areas, each));
      return [
        { from, to: { path: targets } },
        ...(typeTargets.length > 0
          ? [{ from, to: { path: typeTargets, dependencyTypes: [...TYPE_ONLY] } }]
          : []),
        ...packages.map((each) => ({ from, to: targetOf(each) })),
      ];
    }),
    allowedSeverity: 'error',
  };
}

/** Converts the locations of an area to patterns. @throws Error for an unknown area */
function placesOf(areas: Areas, name: string): string[] {
  const area = areas[name];
  if (area === undefined) throw new Error(`scripts/imports/areas.ts has no area "${name}".`);
  return words(area.at ?? `src/${name}`).map((place) =>
    place.endsWith('*') ? `^${literal(place.slice(0, -1))}[^/]+$` : `^${literal(place)}(?:/|$)`,
  );
}

/** Returns the target of a package import; `any` is all packages and built-in modules. */
function targetOf(name: string): IAllowedRuleType['to'] {
  if (name === 'any') return { pathNot: '^(?:src|scripts|test)/' };
  if (name === 'node') return { dependencyTypes: ['core'] };
  const typed = name.replace(/^@(.*)\//, '$1__');
  return { path: `^(?:node_modules/)?(?:${literal(name)}|@types/${literal(typed)})(?:/|$)` };
}

function literal(place: string): string {
  return place.replaceAll('.', String.raw`\.`);
}

/** Splits a list of the table. */
function words(list = ''): string[] {
  return list.split(/\s+/).filter((word) => word !== '');
}
