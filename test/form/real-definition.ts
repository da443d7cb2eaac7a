import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Schema } from '@cfworker/json-schema';
import * as fc from '#test/support/random.ts';
import type {
  AnswerValue,
  Condition,
  FormDefinition,
  FormState,
  Question,
} from '#form/definition/definition.ts';
import { tabGroupsOf } from '#form/definition/form-part.ts';
import { isYearList, optionListsOf } from '#form/answers/option-lists.ts';
import type { StandaloneValidator } from '#form/validation/validator-errors.ts';

const BUILT = new URL('../../src/generated/partners/default/', import.meta.url);

/** Reads the built definition (`npm run generate`). */
export function realDefinition(): FormDefinition {
  return JSON.parse(read('form.json'));
}

/** Reads the built JSON Schema of the whole form. */
export function realSchema(): Schema {
  return JSON.parse(read('schemas/form.schema.json'));
}

/** Loads the built standalone validators, by page ID. */
export async function realValidators(
  definition: FormDefinition,
): Promise<Record<string, StandaloneValidator>> {
  const entries = definition.pages.map(async ({ id }) => {
    const module: { readonly validate: StandaloneValidator } = await import(
      new URL(`validators/${id}.js`, BUILT).href
    );
    return [id, module.validate] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

function read(name: string): string {
  return readFileSync(fileURLToPath(new URL(name, BUILT)), 'utf8');
}

const TEXTS = [
  'a',
  '0123456789',
  '5',
  '90210',
  'x'.repeat(46),
  'x'.repeat(8000),
  '😀',
  'a@b.org',
  'a@b',
  '2007-05-04',
  '2007-02-30',
  ' ',
];

/** Random answers to the real questions: offered values, compared values, and invalid ones. */
export function realState(definition: FormDefinition): fc.Arbitrary<FormState> {
  const questions = definition.pages.flatMap((page) => Object.values(page.questions));
  const targets = targetsOf(questions);
  const answers = questions.map((question) =>
    fc.tuple(fc.constant(question.key), randomAnswer(definition, question, targets.get(question.key) ?? [])),
  );
  const tabs = tabGroupsOf(definition).map((group) =>
    fc.tuple(fc.constant(group.id), fc.constantFrom(...group.tabs.map((tab) => tab.id))),
  );
  return fc.record({
    answers: fc
      .tuple(...answers)
      .map((all) =>
        Object.fromEntries(all.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))),
      ),
    tabs: fc.tuple(...tabs).map((all) => Object.fromEntries(all)),
    counts: fc.constant({}),
  });
}

function randomAnswer(
  definition: FormDefinition,
  question: Question,
  targets: readonly AnswerValue[],
): fc.Arbitrary<AnswerValue | undefined> {
  return fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(undefined, '') },
    { weight: 6, arbitrary: rightAnswer(definition, question) },
    { weight: targets.length > 0 ? 6 : 0, arbitrary: fc.constantFrom<AnswerValue>(...targets, '') },
    { weight: question.type === 'string' ? 1 : 0, arbitrary: fc.constantFrom(...TEXTS) },
  );
}

function rightAnswer(definition: FormDefinition, question: Question): fc.Arbitrary<AnswerValue> {
  const offered = optionListsOf(definition, question).flatMap((list) =>
    isYearList(list) ? [String(new Date().getUTCFullYear())] : list.map((option) => option.value),
  );
  if (question.type === 'boolean') return fc.boolean();
  if (question.type === 'integer') return fc.integer();
  if (question.type === 'number') return fc.double({ noNaN: true, noDefaultInfinity: true });
  if (question.type === 'array') return fc.subarray(offered.length > 0 ? offered : TEXTS);
  return offered.length > 0
    ? fc.constantFrom(...offered)
    : fc.constantFrom(...TEXTS.slice(0, 4), '2007-05-04');
}

/** Key → values that conditions compare it with. */
function targetsOf(questions: readonly Question[]): ReadonlyMap<string, readonly AnswerValue[]> {
  const found = new Map<string, readonly AnswerValue[]>();
  const collect = (condition: Condition): void => {
    if ('all' in condition) condition.all.forEach(collect);
    else if ('any' in condition) condition.any.forEach(collect);
    else if ('not' in condition) collect(condition.not);
    else if ('target' in condition && condition.target !== undefined) {
      const targets = typeof condition.target === 'object' ? condition.target : [condition.target];
      found.set(condition.valueKey, [...(found.get(condition.valueKey) ?? []), ...targets]);
    }
  };
  for (const { visibleWhen, requiredWhen, rules } of questions) {
    for (const condition of [visibleWhen, requiredWhen, ...rules.map((rule) => rule.when)]) {
      if (condition) collect(condition);
    }
  }
  return found;
}
