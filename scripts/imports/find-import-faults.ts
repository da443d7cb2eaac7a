import { cruise } from 'dependency-cruiser';
import type { Area } from './areas.ts';
import { importRules } from './import-rules.ts';

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
