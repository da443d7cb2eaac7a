import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

type Names = Readonly<Record<string, unknown>>;
type LockedPackage = {
  readonly dependencies?: Names;
  readonly optionalDependencies?: Names;
  readonly peerDependencies?: Names;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
};
type Lock = { readonly packages: Readonly<Record<string, LockedPackage>> };

/** Lists the installed folders of the production dependencies, transitively. */
export function installedPackages(project: string): readonly string[] {
  const { packages }: Lock = JSON.parse(readFileSync(path.join(project, 'package-lock.json'), 'utf8'));
  const found = new Set<string>();
  const add = (folder: string): void => {
    if (found.has(folder) || !existsSync(path.join(project, folder))) return;
    found.add(folder);
    for (const name of neededBy(packages[folder] ?? {})) {
      const place = placeOf(name, folder, packages);
      if (place !== undefined) add(place);
    }
  };
  for (const name of neededBy(packages[''] ?? {})) add(`node_modules/${name}`);
  return [...found].toSorted();
}

function neededBy(entry: LockedPackage): readonly string[] {
  const { peerDependencies = {}, peerDependenciesMeta = {} } = entry;
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  return [...Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }), ...peers];
}

/** Resolves a package as Node does: next to its dependent, then further up. */
function placeOf(name: string, from: string, packages: Lock['packages']): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const place = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (place in packages) return place;
    if (at === '') return undefined;
    if (!at.includes('/node_modules/')) at = '';
  }
}
