import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The rooms that say sentences. */
const ROOMS = ['client', 'form', 'server'];

/** The sentences that the code says, as `group.name`: what it takes of `#generated/texts.ts`. */
export function readTextUses(sourceFolder: string): ReadonlySet<string> {
  const files = ROOMS.flatMap((room) =>
    readdirSync(path.join(sourceFolder, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => readFileSync(path.join(sourceFolder, room, name), 'utf8')),
  );
  return new Set(files.flatMap(usesIn));
}

function usesIn(code: string): readonly string[] {
  const [, imported = ''] = /import \{([^}]*)\} from '#generated\/texts\.ts'/.exec(code) ?? [];
  return [...imported.matchAll(/(\w+)Texts/g)].flatMap(([local = '', group = '']) =>
    [...code.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, 'g'))].map(([, name = '']) => `${group}.${name}`),
  );
}
