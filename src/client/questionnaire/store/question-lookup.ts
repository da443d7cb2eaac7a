import { EMPTY_ANSWER, isAnswered } from '#form/definition/answer.ts';
import type { Answers, Question } from '#form/definition/definition.ts';
import type { FilledRecord, LookupService, QuestionLookup } from '#client/widgets/lookup/lookup.ts';
import { NOTHING_FOUND } from '#client/widgets/lookup/suggester.ts';
import { commitDrafts } from '#client/widgets/pending-drafts.ts';
import type { FormStore } from './form-store.ts';

/** How the look-up call takes the code of a state. */
const STATE_CODE = /^[A-Z]{2}$/;
/** How it takes the code of a country (schemas/api/get-lookup-find.json). */
const COUNTRY_CODE = /^[A-Za-z0-9-]{1,12}$/;

/** Ties the look-up service to a question and the answers it fills in; undefined for a question that is only typed. */
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
      { category, query, state: stateNear(store, question), country: countryBeside(store, question) },
      signal,
    );
  const find = (id: string, signal: AbortSignal) =>
    service.find({ category, id }, signal).catch(() => undefined);
  const recordsOf = async (name: string, signal: AbortSignal) => {
    const found = await search(name, signal).catch(() => NOTHING_FOUND);
    return Promise.all(found.items.filter(({ text }) => text === name).map(({ id }) => find(id, signal)));
  };
  return {
    search,
    choose: async (chosen, before, signal) => {
      const named: Answers = { [key]: chosen.text };
      store.setAnswers({ ...Object.fromEntries(parts.map((part) => [part, EMPTY_ANSWER])), ...named });
      const record = await store.awaitRecord(question, find(chosen.id, signal));
      const isOvertaken = signal.aborted || store.answer(key) !== chosen.text;
      if (record && !isOvertaken) store.fill(question, record, before);
      return record !== undefined || isOvertaken;
    },
    takeOwn: async (before, signal) => {
      const own = store.answer(key);
      if (!store.hasRecord(question)) {
        const records = await recordsOf(String(before[key]), signal);
        if (signal.aborted || store.answer(key) !== own) return;
        for (const record of records) if (record) store.recall(question, record, before);
      }
      store.unfill(question, before);
    },
    complete: async (code, signal) => {
      if (countryBeside(store, question) === undefined) return false;
      const record = await store.awaitRecord(question, find(code, signal));
      // What is typed elsewhere and not taken yet is an answer, too.
      commitDrafts();
      if (!record || signal.aborted || record['country'] !== countryBeside(store, question)) return false;
      store.fillEmpty(question, record);
      return true;
    },
    country: () => countryBeside(store, question),
    filled: filledIn(store, question),
    undo: store.undo,
    isAnsweredBeside: () => keysBeside(question).some((each) => isAnswered(store.answer(each))),
  };
}

/** The state that is answered next to what is looked up, or else the one the student lives in. */
function stateNear({ answer, definition }: FormStore, { lookup }: Question): string | undefined {
  const keys = [lookup?.fills['state'], definition.homeState];
  const states = keys.map((key) => (key === undefined ? undefined : answer(key)));
  return states.filter((state) => typeof state === 'string').find((state) => STATE_CODE.test(state));
}

/** The country that is chosen next to what is looked up. */
function countryBeside({ answer }: FormStore, { lookup }: Question): string | undefined {
  const key = lookup?.fills['country'];
  const country = key === undefined ? undefined : answer(key);
  return typeof country === 'string' && COUNTRY_CODE.test(country) ? country : undefined;
}

/** What was filled in next to the name; undefined where that was nothing. */
function filledIn(store: FormStore, question: Question): FilledRecord | undefined {
  const filled = store.filled();
  if (filled?.by !== question.key) return undefined;
  const changed = keysBeside(question).filter((key) => filled.keys.includes(key));
  if (changed.length === 0) return undefined;
  const labelsOf = (keys: readonly string[]) => keys.map((key) => store.question(key)?.label ?? key);
  return {
    labels: labelsOf(changed.filter((key) => isAnswered(store.answer(key)))),
    emptied: labelsOf(changed.filter((key) => !isAnswered(store.answer(key)))),
  };
}

/** What a record answers next to the question itself and the codes behind it. */
function keysBeside({ key, parts, lookup }: Question): readonly string[] {
  return Object.values(lookup?.fills ?? {}).filter((each) => each !== key && !parts.includes(each));
}
