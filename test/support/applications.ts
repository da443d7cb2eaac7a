import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Answers, AnswerValue, FormDefinition, FormState } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { optionsOf } from '#form/answers/option-lists.ts';

const folder = path.resolve(import.meta.dirname, '../fixtures/applications');

/** An application of an invented person; `title` says who it is. */
export type NamedApplication = FormState & { readonly title: string };

/**
 * The applications of test/fixtures/applications. So that they stay right as time goes by, a text may hold
 * `{year}`, `{year-1}` or `{year+3}`, counted from now, and an answer may be `{option 2}`, the second of those that
 * its question offers.
 *
 * @param form the questionnaire they answer; only its option lists are looked at
 */
export function readApplications(form: FormDefinition, now: Date): readonly NamedApplication[] {
  return globSync('*.json', { cwd: folder })
    .toSorted()
    .map((file) => {
      const written: NamedApplication = JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
      return { ...written, answers: resolved(form, written.answers, now) };
    });
}

function resolved(form: FormDefinition, written: Answers, now: Date): Answers {
  const dated = Object.fromEntries(
    Object.entries(written).map(([key, value]): [string, AnswerValue] => [key, withYears(value, now)]),
  );
  return Object.fromEntries(
    Object.entries(dated).map(([key, value]): [string, AnswerValue] => {
      const [, place] = /^\{option (\d+)\}$/.exec(String(value)) ?? [];
      return [
        key,
        place === undefined ? value : optionAt(form, { key, place: Number(place), answers: dated, now }),
      ];
    }),
  );
}

function withYears(value: AnswerValue, now: Date): AnswerValue {
  if (typeof value !== 'string') return value;
  return value.replaceAll(/\{year([+-]\d+)?\}/g, (_all, shift?: string) =>
    String(now.getUTCFullYear() + Number(shift ?? 0)),
  );
}

type Place = { readonly key: string; readonly place: number; readonly answers: Answers; readonly now: Date };

function optionAt(form: FormDefinition, { key, place, answers, now }: Place): string {
  const question = questionsOf(form).get(key);
  const option = question && optionsOf(form, question, { answers, now })[place - 1];
  if (option) return option.value;
  throw new Error(`The question "${key}" offers no option ${place}.`);
}
