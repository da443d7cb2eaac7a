import { globSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Programs that a newcomer's machine lacks. */
const HIDDEN = /^(?:createdb|createuser|dropdb|initdb|pg_\w+|pgbouncer|postgres|psql)$/;

/** What a newcomer's environment has too: where programs, temporary files and the language are. */
const KEPT = ['LANG', 'LC_ALL', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'TZ', 'USER'];

/** Makes an environment without home, settings, PostgreSQL and pgbouncer. */
export function newcomerEnvironment(current: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const folder = mkdtempSync(path.join(tmpdir(), 'newcomer-'));
  const home = path.join(folder, 'home');
  mkdirSync(home);
  const kept = Object.fromEntries(
    KEPT.filter((name) => name in current).map((name) => [name, current[name]]),
  );
  return { ...kept, HOME: home, PATH: withoutDatabases(current['PATH'] ?? '', folder) };
}

/** Replaces each folder with a hidden program by one with links to the others; npm adds node_modules/.bin itself. */
function withoutDatabases(search: string, folder: string): string {
  return search
    .split(path.delimiter)
    .filter((place) => place !== '' && !place.endsWith(path.join('node_modules', '.bin')))
    .map((place, index) => {
      const names = globSync('*', { cwd: place });
      if (!names.some((name) => HIDDEN.test(name))) return place;
      const links = path.join(folder, `bin-${index}`);
      mkdirSync(links);
      for (const name of names) {
        if (!HIDDEN.test(name)) symlinkSync(path.join(place, name), path.join(links, name));
      }
      return links;
    })
    .join(path.delimiter);
}
