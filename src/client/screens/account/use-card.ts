import { useEffect, useState } from 'react';
import type { CardId } from '#form/definition/account-cards.ts';
import type { CardDefinition, Question, Answers } from '#form/definition/definition.ts';
import { memoizeByObject } from '#form/definition/memoize-by-object.ts';
import type { StandaloneValidator } from '#form/validation/validator-errors.ts';
import type { PartnerFiles } from '#client/api/partner-files.ts';
import { useServices } from '#client/api/services.ts';
import type { FindWidget, RegisteredWidget } from '#client/widgets/widget.ts';
import { Password } from '#client/widgets/text/Password.tsx';
import { Text } from '#client/widgets/text/Text.tsx';
import { toFacts } from '#form/answers/facts.ts';
import { isSameAnswer } from '#form/answers/merge-answers.ts';
import type { Option } from '#form/definition/option-list.ts';
import { createListeners } from '#client/ui/observable.ts';
import { visibleMessages } from '#client/questionnaire/store/selectors.ts';
import type { QuestionStore } from '#client/questionnaire/store/form-store.ts';
import type { StoreState } from '#client/questionnaire/store/store-state.ts';
import { NO_FOCUS } from '#client/questionnaire/store/focus-state.ts';
import '#client/widgets/widgets.css';

export type LoadedCard = {
  readonly card: CardDefinition;
  readonly validator: StandaloneValidator;
  readonly widgetNamed: FindWidget;
};

/** Loaded cards, for immediate rendering. */
const loadedOf = memoizeByObject((_files: PartnerFiles) => new Map<string, LoadedCard>());

/** A card's definition, validator and widgets; undefined while loading. */
export function useCard(id: CardId): LoadedCard | undefined {
  const { files } = useServices();
  const [loaded, setLoaded] = useState(() => loadedOf(files).get(id));
  useEffect(() => {
    let isCurrent = true;
    cachedCard(files, id).then(
      (card) => isCurrent && setLoaded(card),
      // Thrown while rendering to reach the root error boundary.
      (error: unknown) =>
        setLoaded(() => {
          throw error;
        }),
    );
    return () => {
      isCurrent = false;
    };
  }, [files, id]);
  return loaded;
}

/** Loads and caches a card. @throws RequestError when it cannot be loaded */
export async function cachedCard(files: PartnerFiles, id: CardId): Promise<LoadedCard> {
  const [cards, validator] = await Promise.all([files.cards(), files.validator(`card-${id}`)]);
  const card = cards[id];
  if (!card)
    throw new Error(`cards.json has no card "${id}"; add schemas/accounts/${id}.ui.json and .schema.json.`);
  const widgetNamed = await loadCardWidgets(Object.values(card.questions));
  const loaded = loadedOf(files).get(id) ?? { card, validator, widgetNamed };
  loadedOf(files).set(id, loaded);
  return loaded;
}

/** Widgets of the log-in cards, which load first. */
const LIGHT_WIDGETS: ReadonlyMap<string, RegisteredWidget> = new Map([
  ['text', { component: Text, label: 'above' }],
  ['password', { component: Password, label: 'above' }],
]);

/** Returns a widget lookup. Loads the full registry only if needed. */
export async function loadCardWidgets(questions: readonly Question[]): Promise<FindWidget> {
  const all = questions.every(({ widget }) => LIGHT_WIDGETS.has(widget))
    ? undefined
    : await import('#client/widgets/registry.ts');
  return all?.widgetNamed ?? lightWidget;
}

/** @throws Error for a widget that was not loaded */
function lightWidget(name: string): RegisteredWidget {
  const widget = LIGHT_WIDGETS.get(name);
  if (widget) return widget;
  throw new Error(`A log-in card uses the widget "${name}", which was not loaded with its questions.`);
}

const NO_OPTIONS: readonly Option[] = [];
const NO_NOTICES: readonly string[] = [];

/** Creates a log-in card's store. Separate, because it loads first (decision 4). */
export function createCardStore(card: CardDefinition, answers: Answers): QuestionStore {
  const definition = { pages: [card], options: {} };
  const questions = new Map(Object.entries(card.questions));
  const listeners = createListeners<undefined>();
  const form = { answers, tabs: {}, counts: {} };
  const facts = toFacts(definition, form);
  let state: StoreState = {
    form,
    facts,
    declines: {},
    errors: new Map(),
    awaited: [],
    records: new Map(),
    focus: NO_FOCUS,
    carried: new Map(),
  };
  const update = (part: Partial<StoreState>): void => {
    state = { ...state, ...part };
    listeners.notify(undefined);
  };
  const setAnswers = (given: Answers): void => {
    const { answers: before } = state.form;
    const changed = Object.entries(given).filter(([key, value]) => !isSameAnswer(before[key], value));
    if (changed.length === 0) return;
    const next = { ...state.form, answers: { ...before, ...Object.fromEntries(changed) } };
    update({ form: next, facts: toFacts(definition, next) });
  };
  return {
    definition,
    subscribe: listeners.add,
    state: () => state,
    options: () => NO_OPTIONS,
    notices: () => NO_NOTICES,
    dispatch: (action) => {
      if (action.type === 'setAnswers') return setAnswers(action.answers);
      update({ errors: visibleMessages(action.sources, questions, state.errors) });
    },
  };
}
