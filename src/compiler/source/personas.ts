import type { Answers, AnswerValue, FormState } from '#form/definition/definition.ts';
import type { Cursor } from './cursor.ts';
import type { SourceSet } from './source-set.ts';

/** An invented student of `personas/`: what such a student decides, and where that is written. */
export type Persona = {
  /** Name of the file. */
  readonly name: string;
  /** Who it is: "a first-year from the United States". */
  readonly title: string;
  /** '' for what is left empty. */
  readonly answers: Answers;
  readonly tabs: FormState['tabs'];
  readonly counts: FormState['counts'];
  readonly at: Cursor;
};

/** The personas of a folder; `now` is the year from which `{year-18}` is counted. */
export function readPersonas(sources: SourceSet, now: Date): readonly Persona[] {
  return sources.namesIn('personas').flatMap((name) => {
    const at = sources.cursor(`personas/${name}.json`);
    if (!at) return [];
    const entries = [...(at.at('answers')?.members() ?? [])];
    return {
      name,
      title: at.at('title')?.text() ?? name,
      answers: withYears(Object.fromEntries(entries.map(([key, value]) => [key, answerOf(value)])), now),
      tabs: membersOf(at.at('tabs'), (tab) => tab.text()),
      counts: membersOf(at.at('counts'), (count) => count.number()),
      at,
    };
  });
}

function answerOf(value: Cursor): AnswerValue {
  return value.text() ?? value.number() ?? value.flag() ?? value.texts();
}

/** Fills in `{year-18}`, counted from this year, as the answers of a persona write it. */
export function withYears(answers: Answers, now: Date): Answers {
  const filled = (text: string): string =>
    text.replaceAll(/\{year([+-]\d+)?\}/g, (_all, shift?: string) =>
      String(now.getUTCFullYear() + Number(shift ?? 0)),
    );
  return Object.fromEntries(
    Object.entries(answers).map(([key, answer]) => [
      key,
      typeof answer === 'string' ? filled(answer) : answer,
    ]),
  );
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
