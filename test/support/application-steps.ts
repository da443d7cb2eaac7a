import { clearHidden } from '#form/answers/clear-hidden.ts';
import { isAnswered, answerByKey } from '#form/definition/answer.ts';
import { toFacts } from '#form/answers/facts.ts';
import { instanceCount } from '#form/answers/instances.ts';
import { isSameAnswer } from '#form/answers/merge-answers.ts';
import { isShown } from '#form/answers/visible-questions.ts';
import type {
  AddAnotherNode,
  ConfirmNode,
  Facts,
  FormDefinition,
  FormState,
  LayoutNode,
  MoreNode,
  PageDefinition,
  Question,
  TabsNode,
} from '#form/definition/definition.ts';
import { allNodes } from '#form/definition/form-part.ts';

/** Next action on a page. */
export type Step =
  | { readonly kind: 'answer'; readonly question: Question }
  | { readonly kind: 'choose-tab'; readonly group: TabsNode; readonly tab: string }
  | { readonly kind: 'add'; readonly group: AddAnotherNode }
  | { readonly kind: 'open'; readonly confirm: ConfirmNode | MoreNode };

/** Progress of filling in an application. */
export type Progress = {
  /** The complete application. */
  readonly wanted: FormState;
  /** Answers given so far. */
  readonly given: FormState;
  readonly opened: ReadonlySet<string>;
};

/** An application without any answers given. */
export function startOf(wanted: FormState): Progress {
  return { wanted, given: { answers: {}, tabs: {}, counts: {} }, opened: new Set() };
}

/**
 * Returns the first open step of a page, from the top: choose a tab, add an instance, open a confirmation, answer a
 * question. Only visible ones; later answers can reveal more.
 *
 * @returns undefined if nothing visible is left
 */
export function nextStep(form: FormDefinition, page: PageDefinition, progress: Progress): Step | undefined {
  const facts = toFacts(form, progress.given);
  return stepIn(page.layout, { ...progress, page, facts });
}

/** Returns the progress after a step; clears hidden answers as the application does. */
export function afterStep(form: FormDefinition, progress: Progress, step: Step): Progress {
  const { wanted, given, opened } = progress;
  switch (step.kind) {
    case 'open':
      return { ...progress, opened: new Set([...opened, step.confirm.id]) };
    case 'add': {
      const count = instanceCount(step.group, given) + 1;
      return { ...progress, given: { ...given, counts: { ...given.counts, [step.group.id]: count } } };
    }
    case 'choose-tab':
      return cleared(form, progress, { ...given, tabs: { ...given.tabs, [step.group.id]: step.tab } });
    case 'answer': {
      const keys = wantedKeys(step.question, wanted);
      const answers = Object.fromEntries(keys.map((key) => [key, wanted.answers[key] ?? '']));
      return cleared(form, progress, { ...given, answers: { ...given.answers, ...answers } });
    }
  }
}

/** Returns the keys of a page's wanted answers not given; empty after the last step. */
export function notGiven(page: PageDefinition, { wanted, given }: Progress): readonly string[] {
  return Object.keys(page.questions).filter((key) => isEmptied(key, { wanted, given }));
}

/** Returns the keys a question's widget has to write: its own and its parts', if wanted. */
export function wantedKeys({ key, parts }: Question, { answers }: FormState): readonly string[] {
  return [...parts, key].filter((each) => isAnswered(answerByKey(answers, each)));
}

type Walk = Progress & { readonly page: PageDefinition; readonly facts: Facts };

function stepIn(nodes: readonly LayoutNode[], walk: Walk): Step | undefined {
  for (const node of nodes) {
    const step = isShown(node, walk.facts) ? stepAt(node, walk) : undefined;
    if (step) return step;
  }
  return undefined;
}

function stepAt(node: LayoutNode, walk: Walk): Step | undefined {
  switch (node.kind) {
    case 'text':
      return undefined;
    case 'question':
      return stepAtQuestion(node.key, walk);
    case 'tabs':
      return stepAtTabs(node, walk);
    case 'addAnother':
      return stepAtAddAnother(node, walk);
    case 'confirm':
    case 'more':
      return stepAtConfirm(node, walk);
    case 'switch':
      return stepIn(
        node.cases.filter((each) => isShown(each, walk.facts)).flatMap((each) => each.children),
        walk,
      );
    default:
      return stepIn(node.children, walk);
  }
}

function stepAtQuestion(key: string, walk: Walk): Step | undefined {
  const question = walk.page.questions[key];
  if (!question || !isShown(question, walk.facts)) return undefined;
  const isDone = wantedKeys(question, walk.wanted).every((each) => !isEmptied(each, walk));
  return isDone ? undefined : { kind: 'answer', question };
}

function stepAtTabs(group: TabsNode, walk: Walk): Step | undefined {
  const tab = walk.wanted.tabs[group.id] ?? group.defaultTab;
  if (walk.facts[group.id] !== tab) return { kind: 'choose-tab', group, tab };
  return stepIn(group.tabs.find(({ id }) => id === tab)?.children ?? [], walk);
}

function stepAtAddAnother(group: AddAnotherNode, walk: Walk): Step | undefined {
  const count = instanceCount(group, walk.given);
  const inside = stepIn(
    group.instances.slice(0, count).flatMap(({ children }) => children),
    walk,
  );
  if (inside) return inside;
  return count < instanceCount(group, walk.wanted) ? { kind: 'add', group } : undefined;
}

function stepAtConfirm(confirm: ConfirmNode | MoreNode, walk: Walk): Step | undefined {
  const keys = allNodes([confirm]).flatMap((each) => (each.kind === 'question' ? [each.key] : []));
  const isOpen = walk.opened.has(confirm.id) || keys.some((key) => isAnswered(walk.given.answers[key]));
  if (isOpen) return stepIn(confirm.children, walk);
  return keys.some((key) => isAnswered(walk.wanted.answers[key])) ? { kind: 'open', confirm } : undefined;
}

function isEmptied(key: string, { wanted, given }: Pick<Progress, 'wanted' | 'given'>): boolean {
  const answer = answerByKey(wanted.answers, key);
  return isAnswered(answer) && !isSameAnswer(answer, answerByKey(given.answers, key));
}

function cleared(form: FormDefinition, progress: Progress, given: FormState): Progress {
  return { ...progress, given: { ...given, answers: clearHidden(form, given).answers } };
}
