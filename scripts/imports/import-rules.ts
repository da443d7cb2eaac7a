import type { IAllowedRuleType, IFlattenedRuleSet } from 'dependency-cruiser';
import type { Area } from './areas.ts';

type Areas = Readonly<Record<string, Area>>;

/** How an import that is gone when the code runs is marked. */
const TYPE_ONLY = ['type-only', 'type-import'] as const;

/** Makes rules of dependency-cruiser of a table. */
export function importRules(areas: Areas): IFlattenedRuleSet {
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

/** Writes the places of an area as patterns. @throws Error when the table does not have the area */
export function placesOf(areas: Areas, name: string): string[] {
  const area = areas[name];
  if (area === undefined) throw new Error(`scripts/imports/areas.ts has no area "${name}".`);
  return words(area.at ?? `src/${name}`).map((place) =>
    place.endsWith('*') ? `^${literal(place.slice(0, -1))}[^/]+$` : `^${literal(place)}(?:/|$)`,
  );
}

/** Where the import of a package leads; `any` is all packages and Node's own modules. */
function targetOf(name: string): IAllowedRuleType['to'] {
  if (name === 'any') return { pathNot: '^(?:src|scripts|test)/' };
  if (name === 'node') return { dependencyTypes: ['core'] };
  const typed = name.replace(/^@(.*)\//, '$1__');
  return { path: `^(?:node_modules/)?(?:${literal(name)}|@types/${literal(typed)})(?:/|$)` };
}

function literal(place: string): string {
  return place.replaceAll('.', String.raw`\.`);
}

/** The words of a list in the table. */
export function words(list = ''): string[] {
  return list.split(/\s+/).filter((word) => word !== '');
}
