import type { Cursor } from './cursor.ts';

/** A human-readable text, with its allowed placeholders. */
export type HumanText = {
  readonly at: Cursor;
  readonly member: string;
  readonly placeholders: readonly string[];
};

/** Members that hold human-readable texts, in any kind of file. */
const TEXT_MEMBERS: ReadonlySet<string> = new Set(
  (
    'title help label text paragraphs group titles errorMessage messagePrefix ui:title ui:submit ui:help ui:why ' +
    'application_title address_line_1 address_line_2'
  ).split(' '),
);

/** Members that hold keys and patterns, where text member names have no meaning. */
const NO_TEXT_MEMBERS: ReadonlySet<string> = new Set(
  'ui:fills ui:conditions schema dependsOn answers'.split(' '),
);

const OF_QUESTION = ['label', 'messagePrefix'];

/** Members of a question whose texts allow more placeholders. */
const PLACEHOLDERS_BELOW: Readonly<Record<string, readonly string[]>> = {
  earliest: ['label', 'year'],
  latest: ['label', 'year'],
  after: [...OF_QUESTION, 'other'],
  notBefore: [...OF_QUESTION, 'other'],
  before: [...OF_QUESTION, 'other'],
  notAfter: [...OF_QUESTION, 'other'],
  sameAs: [...OF_QUESTION, 'other'],
  differentFrom: [...OF_QUESTION, 'other'],
  notices: [...OF_QUESTION, 'other'],
};

/** Yields every human-readable text of a file, in order. */
export function* humanTexts(at: Cursor, below: readonly string[] = OF_QUESTION): Generator<HumanText> {
  for (const item of at.items()) yield* humanTexts(item, below);
  for (const [member, value] of at.members()) {
    if (NO_TEXT_MEMBERS.has(member)) continue;
    const texts = TEXT_MEMBERS.has(member) ? textsIn(member, value) : [];
    const placeholders = placeholdersOf(member, at, below);
    for (const text of texts) yield { at: text, member, placeholders };
    if (texts.length === 0) yield* humanTexts(value, PLACEHOLDERS_BELOW[member] ?? below);
  }
}

/** Returns the text, or those of a list or map. Empty if the name is a question key. */
function textsIn(member: string, value: Cursor): readonly Cursor[] {
  if (value.text() !== undefined) return [value];
  if (member === 'paragraphs') return value.items();
  return member === 'titles' || member === 'errorMessage' ? [...value.members().values()] : [];
}

function placeholdersOf(member: string, owner: Cursor, below: readonly string[]): readonly string[] {
  if (member === 'errorMessage' || member === 'text') return below;
  const isNumbered = owner.at('max') !== undefined && (member === 'title' || member === 'messagePrefix');
  return isNumbered ? ['n'] : [];
}
