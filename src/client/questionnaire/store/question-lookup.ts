import { EMPTY_ANSWER, isAnswered } from '#form/definition/answer.ts';
import type { Question } from '#form/definition/definition.ts';
import type { FilledRecord, LookupService, QuestionLookup } from '#client/widgets/lookup/lookup.ts';
import { NOTHING_FOUND } from '#client/widgets/lookup/suggester.ts';
import { commitDrafts } from '#client/widgets/commit-drafts.ts';
import type { FormStore } from './form-store.ts';
import { answerOf, questionOf } from '#client/questionnaire/store/selectors.ts';

/** State codes the look-up call accepts. */
const STATE_CODE = /^[A-Z]{2}$/;
/** Country codes it accepts (schemas/api/get-lookup-find.json). */
const COUNTRY_CODE = /^[A-Za-z0-9-]{1,12}$/;

/** Binds the look-up service to a question; undefined without look-up. */
export function questionLookup(
  store: FormStore,
  question: Question,
  service: LookupService,
): QuestionLookup | undefined {
  const { key, parts, lookup } = question;
  if (!lookup) return undefined;
  const { category } = lookup;
  const search = (query: string, signal: AbortSignal) =>
    service.search(
      { category, query, state: stateNear(store, question), country: answeredCountry(store, question) },
      signal,
    );
  const find = (id: string, signal: AbortSignal) =>
    service.find({ category, id }, signal).catch(() => undefined);
  const awaitRecord = (id: string, signal: AbortSignal) => {
    const coming = find(id, signal);
    store.dispatch({ type: 'awaitRecord', question, coming });
    return coming;
  };
  const recordsOf = async (name: string, signal: AbortSignal) => {
    const found = await search(name, signal).catch(() => NOTHING_FOUND);
    return Promise.all(found.items.filter(({ text }) => text === name).map(({ id }) => find(id, signal)));
  };
  return {
    search,
    choose: async (chosen, before, signal) => {
      const emptied = Object.fromEntries(parts.map((part) => [part, EMPTY_ANSWER]));
      store.dispatch({ type: 'setAnswers', answers: { ...emptied, [key]: chosen.text } });
      const record = await awaitRecord(chosen.id, signal);
      const isOvertaken = signal.aborted || answerOf(store, key) !== chosen.text;
      if (record && !isOvertaken) store.dispatch({ type: 'fill', question, record, before });
      return record !== undefined || isOvertaken;
    },
    takeOwn: async (before, signal) => {
      const own = answerOf(store, key);
      if (!store.state().records.has(key)) {
        const records = await recordsOf(String(before[key]), signal);
        if (signal.aborted || answerOf(store, key) !== own) return;
        for (const record of records)
          if (record) store.dispatch({ type: 'recall', question, record, before });
      }
      store.dispatch({ type: 'unfill', question, before });
    },
    complete: async (code, signal) => {
      if (answeredCountry(store, question) === undefined) return false;
      const record = await awaitRecord(code, signal);
      // Uncommitted text in other controls counts as an answer.
      commitDrafts();
      if (!record || signal.aborted || record['country'] !== answeredCountry(store, question)) return false;
      store.dispatch({ type: 'fillEmpty', question, record });
      return true;
    },
    country: () => answeredCountry(store, question),
    filled: filledIn(store, question),
    undo: () => store.dispatch({ type: 'undo' }),
    hasFilledAnswer: () => filledKeys(question).some((each) => isAnswered(answerOf(store, each))),
  };
}

/** State answered next to the look-up, else the student's home state. */
function stateNear(store: FormStore, { lookup }: Question): string | undefined {
  const keys = [lookup?.fills['state'], store.definition.homeState];
  const states = keys.map((key) => (key === undefined ? undefined : answerOf(store, key)));
  return states.filter((state) => typeof state === 'string').find((state) => STATE_CODE.test(state));
}

/** Country answered next to the look-up. */
function answeredCountry(store: FormStore, { lookup }: Question): string | undefined {
  const key = lookup?.fills['country'];
  const country = key === undefined ? undefined : answerOf(store, key);
  return typeof country === 'string' && COUNTRY_CODE.test(country) ? country : undefined;
}

/** Labels of other filled-in questions; undefined if none. */
function filledIn(store: FormStore, question: Question): FilledRecord | undefined {
  const filled = store.state().lastStep?.filled;
  if (filled?.by !== question.key) return undefined;
  const changed = filledKeys(question).filter((key) => filled.keys.includes(key));
  if (changed.length === 0) return undefined;
  const labelsOf = (keys: readonly string[]) => keys.map((key) => questionOf(store, key)?.label ?? key);
  return {
    labels: labelsOf(changed.filter((key) => isAnswered(answerOf(store, key)))),
    emptied: labelsOf(changed.filter((key) => !isAnswered(answerOf(store, key)))),
  };
}

/** Other questions a record answers, without the question's own keys. */
function filledKeys({ key, parts, lookup }: Question): readonly string[] {
  return Object.values(lookup?.fills ?? {}).filter((each) => each !== key && !parts.includes(each));
}
