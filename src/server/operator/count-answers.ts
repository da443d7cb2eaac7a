import { isYearList, optionListsOf } from '#form/answers/option-lists.ts';
import type { FormDefinition, Question } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { selectAnswerCounts } from '#server/student-tables/application-store.ts';
import type { OperationParts } from './operation-parts.ts';

/** How many applications: those that are still filled in, and those that were submitted. */
type Count = { drafts: number; submitted: number };

/**
 * How many applications have answered what; no answer of a student is in it, values are those of options and boxes
 * alone. `npm run changes -- --counts-from` reads it.
 */
type AnswerCounts = {
  readonly total: Count;
  readonly answers: Readonly<Record<string, Count & { readonly values: Readonly<Record<string, Count>> }>>;
};

/** Counts the answers of all applications by key, and by value where one chooses. @returns by partner */
export async function countAnswers({
  db,
  questionnaire,
  partner,
}: Pick<OperationParts, 'db' | 'questionnaire' | 'partner'>): Promise<
  Readonly<Record<string, AnswerCounts>>
> {
  const { definition } = questionnaire;
  const offered = offeredValues(definition);
  const total = { drafts: 0, submitted: 0 };
  const answers = new Map<string, Count & { readonly values: Map<string, Count> }>();
  for (const { key, value, isSubmitted, count } of await selectAnswerCounts(db, [...offered.keys()])) {
    const side = isSubmitted ? 'submitted' : 'drafts';
    if (key === null) {
      total[side] += count;
      continue;
    }
    const counted = answers.get(key) ?? { drafts: 0, submitted: 0, values: new Map<string, Count>() };
    answers.set(key, counted);
    if (value === null) counted[side] += count;
    else if (offered.get(key)?.(value)) {
      const ofValue = counted.values.get(value) ?? { drafts: 0, submitted: 0 };
      counted.values.set(value, { ...ofValue, [side]: ofValue[side] + count });
    }
  }
  const byKey = [...answers].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const withValues = byKey.map(([key, counted]) => [
    key,
    { ...counted, values: Object.fromEntries(counted.values) },
  ]);
  return { [partner]: { total, answers: Object.fromEntries(withValues) } };
}

/** The questions that are answered by a choice, each with whether it offers a value. */
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
