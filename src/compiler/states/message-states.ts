import { FormModel } from '#compiler/formulas/form-model.ts';
import { all, type Formula, not } from '#compiler/solve/formula.ts';
import { solveWithFewest, unlessUndecided } from '#compiler/solve/solve.ts';
import { clearHidden } from '#form/answers/clear-hidden.ts';
import { toFacts } from '#form/answers/facts.ts';
import { fewestInstances } from '#form/answers/instances.ts';
import type {
  AnswerValue,
  FormDefinition,
  FormState,
  LayoutNode,
  Question,
} from '#form/definition/definition.ts';
import { childrenOf } from '#form/definition/form-part.ts';
import { shownNotices } from '#form/notices/shown-notices.ts';
import { type ValidationInput, validateAnswers } from '#form/validation/validate-answers.ts';
import { type FormSection, formSections } from './form-sections.ts';
import { joinedStates } from './joined-states.ts';
import { wrongValues } from './wrong-values.ts';

/** A section in which messages are read: answers that are missing, wrong or odd. */
export type MessageState = {
  readonly section: FormSection;
  readonly state: FormState;
  readonly messages: readonly string[];
  /** Whether it is about what must be answered and is not. */
  readonly isMissing: boolean;
};

type Checked = {
  readonly model: FormModel;
  readonly validators: ValidationInput['validators'];
  readonly now: Date;
};

/**
 * The messages of a form, each once, in as few states as they go together in; first of all each section with everything
 * missing. Of a repeated block those of the first instance.
 *
 * @param now the day from which calendar bounds and lists of years are counted
 */
export function messageStates(
  definition: FormDefinition,
  validators: ValidationInput['validators'],
  now: Date,
): readonly MessageState[] {
  const checked = { model: new FormModel(definition, now), validators, now };
  const found: MessageState[] = [];
  for (const section of formSections(definition)) found.push(...inSection(section, checked));
  return found;
}

function inSection(section: FormSection, checked: Checked): readonly MessageState[] {
  const known = new Set<string>();
  const alone: Alone[] = [];
  for (const { key, counts } of questionsAsked(section.nodes, {})) {
    for (const { isMissing, state } of triesOf(key, checked)) {
      const counted = { ...state, counts };
      const said = saidOf(key, counted, checked).filter(({ message }) => !known.has(message));
      for (const { message } of said) known.add(message);
      if (said.length > 0) alone.push({ isMissing, state: counted, said });
    }
  }
  return [true, false].flatMap((isMissing) => {
    const own = alone.filter((each) => each.isMissing === isMissing);
    return joinedStates(own, (state, said) => isSaid(state, said, checked)).map(({ state, said }) => ({
      section,
      state,
      messages: said.map(({ message }) => message),
      isMissing,
    }));
  });
}

type Alone = { readonly isMissing: boolean; readonly state: FormState; readonly said: readonly Said[] };

function isSaid(state: FormState, said: readonly Said[], checked: Checked): boolean {
  return said.every(({ key, message }) =>
    saidOf(key, state, checked).some((other) => other.message === message),
  );
}

/** A message, and the question beside which it is read. */
type Said = { readonly key: string; readonly message: string };

function saidOf(key: string, state: FormState, { model, validators, now }: Checked): readonly Said[] {
  const { definition } = model;
  const question = model.questions.get(key);
  if (!question || clearHidden(definition, state).cleared.length > 0) return [];
  const page = definition.pages.find(({ id }) => id === question.page);
  const messages = validateAnswers({ definition, page, state, validators, now })[key] ?? [];
  const notices = shownNotices(definition, question, toFacts(definition, state));
  return [...messages, ...notices].map((message) => ({ key, message }));
}

type Asked = { readonly key: string; readonly counts: FormState['counts'] };

function questionsAsked(nodes: readonly LayoutNode[], counts: FormState['counts']): readonly Asked[] {
  return nodes.flatMap((node): readonly Asked[] => {
    if (node.kind === 'question') return [{ key: node.key, counts }];
    if (node.kind !== 'addAnother') return questionsAsked(childrenOf(node), counts);
    const [first] = node.instances;
    const shown = fewestInstances(node) > 0 ? counts : { ...counts, [node.id]: 1 };
    return first ? questionsAsked(first.children, shown) : [];
  });
}

type Try = Pick<Alone, 'isMissing' | 'state'>;

/** States in which a question, or one that its widget asks as well, may be missing, wrong or odd. */
function triesOf(key: string, checked: Checked): readonly Try[] {
  const { questions } = checked.model;
  const question = questions.get(key);
  const both = [question, ...(question?.parts ?? []).map((part) => questions.get(part))];
  const tries: Try[] = [];
  for (const each of both) if (each) tries.push(...triesAlone(each, checked));
  return tries;
}

function triesAlone(question: Question, { model, now }: Checked): readonly Try[] {
  const { key, rules, relations = [], notices = [] } = question;
  const smallest = (...goals: readonly Formula[]): readonly FormState[] => {
    const solution = unlessUndecided(
      () => solveWithFewest(goals, model.laws),
      () => undefined,
    );
    return solution ? [model.stateOf(solution)] : [];
  };
  const shown = model.visible(question);
  const missing = smallest(model.required(question), not(model.answered(question)));
  const values = wrongValues(model, question, now);
  const [first] = smallest(shown);
  const states = first ? values.map((value) => answered(first, key, value)) : [];
  for (const { when, schema } of rules) {
    const broken = all([model.answered(question), not(model.domain(key).meets(schema))]);
    if (when) states.push(...smallest(shown, model.formula(when), broken));
  }
  const beside = [
    ...relations.map(({ when, targetKeys }) => ({ when, others: targetKeys })),
    ...notices.map(({ when, comparison, unlike = [] }) => ({
      when,
      others: [...(comparison?.targetKeys ?? []), ...unlike],
    })),
  ];
  for (const { when, others } of beside) {
    const targets = others.flatMap((other) => model.questions.get(other) ?? []);
    const [start] = smallest(shown, model.formula(when), ...targets.map((each) => model.visible(each)));
    if (start) states.push(...allWays(start, [question, ...targets], model, now));
  }
  return [
    ...missing.map((state) => ({ isMissing: true, state })),
    ...states.map((state) => ({ isMissing: false, state })),
  ];
}

function answered(state: FormState, key: string, value: AnswerValue): FormState {
  return { ...state, answers: { ...state.answers, [key]: value } };
}

/** As many ways of answering questions that are compared as are tried. */
const MOST_WAYS = 200;

function allWays(
  state: FormState,
  questions: readonly Question[],
  model: FormModel,
  now: Date,
): readonly FormState[] {
  const keys = questions.flatMap(({ key, parts }) => [key, ...parts]);
  return [...new Set(keys)].reduce<readonly FormState[]>(
    (states, key) => {
      const question = model.questions.get(key);
      const values = question ? wrongValues(model, question, now) : [];
      const next = states.flatMap((each) => [each, ...values.map((value) => answered(each, key, value))]);
      return next.slice(-MOST_WAYS);
    },
    [state],
  );
}
