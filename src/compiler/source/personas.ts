import type { Answers, AnswerValue, FormState } from '#form/definition/definition.ts';
import type { Cursor } from './cursor.ts';
import type { SourceSet } from './source-set.ts';

/** A sample applicant of `personas/`: their decisions and where those are written. */
export type Persona = {
  readonly name: string;
  /** Description: "a first-year from the United States". */
  readonly title: string;
  /** '' for questions left empty. */
  readonly answers: Answers;
  readonly tabs: FormState['tabs'];
  readonly counts: FormState['counts'];
  readonly at: Cursor;
};

/** Reads the personas of a folder; `now` sets the year for `{year-18}`. */
export function readPersonas(sources: SourceSet, now: Date): readonly Persona[] {
  return sources.namesIn('personas').flatMap((name) => {
    const at = sources.cursor(`personas/${name}.json`);
    if (!at) return [];
    const entries = [...(at.at('answers')?.members() ?? [])];
    return {
      name,
      title: at.at('title')?.text() ?? name,
      answers: Object.fromEntries(entries.map(([key, value]) => [key, answerOf(value, now)])),
      tabs: membersOf(at.at('tabs'), (tab) => tab.text()),
      counts: membersOf(at.at('counts'), (count) => count.number()),
      at,
    };
  });
}

/** Reads an answer; `{year-18}` is relative to this year. */
function answerOf(value: Cursor, now: Date): AnswerValue {
  const filled = value
    .text()
    ?.replaceAll(/\{year([+-]\d+)?\}/g, (_all, shift = '0') => String(now.getUTCFullYear() + Number(shift)));
  return filled ?? value.number() ?? value.flag() ?? value.texts();
}

function membersOf<Value>(
  at: Cursor | undefined,
  read: (value: Cursor) => Value | undefined,
): Readonly<Record<string, Value>> {
  const members = [...(at?.members() ?? [])].flatMap(([name, value]) => {
    const known = read(value);
    return known === undefined ? [] : [[name, known] as const];
  });
  return Object.fromEntries(members);
}
