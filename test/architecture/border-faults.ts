import path from 'node:path';
import { BORDERS } from './borders.ts';
import type { Import } from './import-graph.ts';
import { ROOMS } from './rooms.ts';

/** The rooms a file is in: exactly one, when the table is right. */
export function roomsOf(file: string): readonly string[] {
  return Object.entries(ROOMS)
    .filter(([, { at }]) => at.some((place) => isAt(file, place)))
    .map(([room]) => room);
}

function isAt(file: string, place: string): boolean {
  if (place.endsWith('*')) return path.posix.dirname(file) === path.posix.dirname(place);
  return file === place || file.startsWith(`${place}/`);
}

/** The imports that the tables of rooms and borders do not allow, each as a sentence for who wrote it. */
export function borderFaults(imports: readonly Import[]): readonly string[] {
  return imports.flatMap((each) => {
    const fault = each.isPackage ? packageFault(each) : borderFault(each);
    return fault === undefined ? [] : [`${each.from} imports ${each.to}: ${fault}`];
  });
}

function packageFault({ from, to }: Import): string | undefined {
  const [room = ''] = roomsOf(from);
  const packages = ROOMS[room]?.packages ?? [];
  return packages === 'any' || packages.includes(to) ? undefined : `${room} may not import this package`;
}

function borderFault({ from, to, isType }: Import): string | undefined {
  const [room = ''] = roomsOf(from);
  const [other = 'what is in no room'] = roomsOf(to);
  const border = BORDERS[room];
  if (room === other || border === 'all') return undefined;
  const reason = border?.[other];
  if (reason === undefined) return `${room} may not import ${other}`;
  return typeof reason === 'string' || isType ? undefined : `${room} may import only types of ${other}`;
}

/** What the tables allow and no file needs: borders that nothing crosses, or only types cross, and packages. */
export function unusedPermissions(imports: readonly Import[]): readonly string[] {
  const used = new Set(
    imports.flatMap(({ from, to, isPackage, isType }) => {
      const [room] = roomsOf(from);
      if (isPackage) return [`${room} → ${to}`];
      const edge = `${room} → ${roomsOf(to)[0]}`;
      return isType ? [`${edge} (types)`] : [edge];
    }),
  );
  const borders = Object.entries(BORDERS).flatMap(([room, border]) =>
    border === 'all'
      ? []
      : Object.entries(border).map(
          ([other, reason]) => `${room} → ${other}${typeof reason === 'string' ? '' : ' (types)'}`,
        ),
  );
  const packages = Object.entries(ROOMS).flatMap(([room, each]) =>
    each.packages === 'any' ? [] : each.packages.map((name) => `${room} → ${name}`),
  );
  return [...borders, ...packages].filter((edge) => !used.has(edge));
}
