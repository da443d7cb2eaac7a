import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Change } from '#compiler/changes/change.ts';
import { changesBetween } from '#compiler/changes/changes-between.ts';
import { comparedOf } from '#compiler/changes/compared-form.ts';
import { compileTiny, compileTinyWith, TINY_FORM, tinyFile } from '../tiny-form.ts';

const NOW = new Date('2026-11-21T01:00:00Z');

const unedited = compileTiny();

/** File of the tiny form, or of a new page → edit of its parsed content. */
export type Edits = Readonly<Record<string, (file: ReturnType<typeof tinyFile>) => void>>;

/** Returns the changes after edits of the tiny form, or between two of its versions. */
export function changesAfter(edits: Edits, before?: Edits): readonly Change[] {
  const [old, current] = [before ? compileEdited(before) : unedited, compileEdited(edits)];
  return changesBetween(comparedOf(old, 'default'), comparedOf(current, 'default'), NOW);
}

function compileEdited(edits: Edits) {
  const files = Object.entries(edits).map(([name, edit]) => {
    const isThere = existsSync(path.join(TINY_FORM, name));
    const meta = name.endsWith('.ui.json') ? {} : { type: 'object' };
    const $schema = `../meta/${name.endsWith('.ui.json') ? 'ui' : 'page'}.meta.json`;
    const file = isThere ? tinyFile(name) : { $schema, ...meta };
    edit(file);
    return [name, file] as const;
  });
  return compileTinyWith(Object.fromEntries(files));
}

/** `You › Taste: The title “Taste” now reads “Colours”.` */
export function lineOf({ heading, place, sentence }: Change): string {
  return `${heading.join(' › ')}${place ? ` (${place})` : ''}: ${sentence}`;
}

/** Returns the layout node with an ID. */
export function nodeOf(file: ReturnType<typeof tinyFile>, id: string): ReturnType<typeof tinyFile> {
  for (const node of file['ui:layout']) if (node.id === id) return node;
  throw new Error(`There is no node "${id}".`);
}
