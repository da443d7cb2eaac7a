import { isYearList, optionListsOf } from '#form/answers/option-lists.ts';
import { isAnswered } from '#form/definition/answer.ts';
import type { FormDefinition, Question } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { FORMER } from '#form/migration/compatibility-copies.ts';
import { ownProperty } from '#form/definition/own-property.ts';
import { type ApplicationFilter, selectAnswersIn } from '#server/student-tables/cycle-store.ts';
import type { OperationServices } from './operation-services.ts';

/** Number of applications, drafts and submitted. */
type Count = { drafts: number; submitted: number };

/** Suffix of the keys of stored labels. */
const COMPANION = /_desc$/;

/**
 * Counts answers by key, and by value for choices. For `npm run changes -- --counts-from`. Values are only those of
 * options and boxes, never typed answers. @returns by partner
 */
export async function countAnswers(
  { db, questionnaire, partner }: Pick<OperationServices, 'db' | 'questionnaire' | 'partner'>,
  filter?: ApplicationFilter,
) {
  const { definition } = questionnaire;
  const offered = offeredValues(definition);
  const total = { drafts: 0, submitted: 0 };
  const answers = new Map<string, Count & { readonly values: Map<string, Count> }>();
  for await (const { answers: given, submittedAt } of selectAnswersIn(db, filter)) {
    const side = submittedAt === null ? 'drafts' : 'submitted';
    total[side] += 1;
    for (const [key, answer] of Object.entries(given)) {
      if (!isAnswered(answer) || isCopy(key, definition)) continue;
      const known = answers.get(key) ?? { drafts: 0, submitted: 0, values: new Map<string, Count>() };
      answers.set(key, known);
      known[side] += 1;
      for (const value of [answer].flat().map(String)) {
        if (!offered.get(key)?.(value)) continue;
        const ofValue = known.values.get(value) ?? { drafts: 0, submitted: 0 };
        known.values.set(value, { ...ofValue, [side]: ofValue[side] + 1 });
      }
    }
  }
  const byKey = [...answers].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const withValues = byKey.map(([key, { values, ...count }]) => {
    return [key, { ...count, values: Object.fromEntries(values) }] as const;
  });
  return { [partner]: { total, answers: Object.fromEntries(withValues) } };
}

/** Whether a key is a stored label, or an answer under its former name for older servers. */
function isCopy(key: string, definition: FormDefinition): boolean {
  const isLabel = COMPANION.test(key) && questionsOf(definition).has(key.replace(COMPANION, ''));
  return isLabel || key.startsWith(FORMER) || ownProperty(definition.moves?.keys, key) !== undefined;
}

/** Returns the choice questions, each with a check for offered values. */
function offeredValues(definition: FormDefinition): ReadonlyMap<string, (value: string) => boolean> {
  return new Map(
    [...questionsOf(definition).values()].flatMap((question) => {
      const offers = offersOf(definition, question);
      return offers ? [[question.key, offers]] : [];
    }),
  );
}

function offersOf(definition: FormDefinition, question: Question): ((value: string) => boolean) | undefined {
  if (question.type === 'boolean') return () => true;
  const lists = optionListsOf(definition, question);
  if (lists.length === 0) return undefined;
  const values = new Set(lists.flatMap((list) => (isYearList(list) ? [] : list.map((each) => each.value))));
  const hasYears = lists.some(isYearList);
  return (value) => values.has(value) || (hasYears && /^\d{4}$/.test(value));
}
