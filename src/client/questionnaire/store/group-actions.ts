import { EMPTY_ANSWER, isAnswered } from '#form/definition/answer.ts';
import { instanceCount, removeInstance } from '#form/answers/instances.ts';
import type {
  AddAnotherNode,
  Answers,
  AnswerValue,
  ConfirmNode,
  FormState,
  TabsNode,
} from '#form/definition/definition.ts';
import { confirmationsOf } from '#form/definition/form-part.ts';
import type { AnswerCore, AnswerStep, StoreDefinition } from './answer-core.ts';
import type { ConfirmedChanges } from './confirmed-changes.ts';

type Grouping = {
  readonly definition: StoreDefinition;
  readonly signedIn: boolean;
  /** @param lost keys whose answers the step itself gives up */
  readonly answerStep: (answers: Answers, lost: readonly string[]) => AnswerStep;
};

/** What a student does to groups of questions: tabs, repeated blocks, confirmations. */
export function groupActions(
  core: AnswerCore,
  { change, lostBy }: ConfirmedChanges,
  { definition, signedIn, answerStep }: Grouping,
) {
  const chosenTab = (group: TabsNode): string => {
    const chosen = core.facts()[group.id];
    return typeof chosen === 'string' ? chosen : group.defaultTab;
  };
  const count = (node: AddAnotherNode): number => instanceCount(node, core.state());
  const isGiven = (key: string): boolean => isAnswered(core.state().answers[key]);
  const keysInside = (node: ConfirmNode): readonly string[] =>
    confirmationsOf(definition).find((each) => each.node.id === node.id)?.keys ?? [];
  return {
    chosenTab,
    instanceCount: count,
    /** True once a confirmation was clicked, and while something in it is answered. */
    isOpen: (node: ConfirmNode): boolean => core.facts()[node.id] === true,
    /** Not signed in nothing can be chosen: only the default tab shows (docs/behavior.md 4.10). */
    chooseTab: (group: TabsNode, tab: string): void => {
      if (!signedIn || chosenTab(group) === tab) return;
      change({ step: tabStep(group, tab) });
    },
    /** Keys of the long texts that are cleared with a tab when another is chosen. */
    lostByTab: (group: TabsNode, tab: string): readonly string[] => lostBy(tabStep(group, tab)),
    /** Shows so many instances, at most `max`; ignored while not signed in. */
    setCount: (node: AddAnotherNode, wanted: number): void => {
      if (!signedIn || wanted > node.max) return;
      change({ step: (state) => ({ state: withCount(state, node.id, wanted) }) });
    },
    /** Takes one instance out, counted from 1; the later ones move down. */
    removeInstance: (node: AddAnotherNode, n: number): void => change({ step: removeStep(node, n) }),
    /** Keys of the long texts that are cleared when an instance is taken out. */
    lostByRemoval: (node: AddAnotherNode, n: number): readonly string[] => lostBy(removeStep(node, n)),
    /** Opens a confirmation, or closes it and empties what it holds, which can be taken back. */
    setOpen: (node: ConfirmNode, isOpen: boolean): void => {
      const lost = isOpen ? [] : keysInside(node).filter(isGiven);
      const closing = answerStep(emptiedAnswers(lost), lost);
      change({
        step: (current) => {
          const state = withOpened(current, node.id, isOpen);
          return closing(state) ?? { state };
        },
      });
    },
  };
}

function tabStep(group: TabsNode, tab: string): AnswerStep {
  return (state) => ({ state: { ...state, tabs: { ...state.tabs, [group.id]: tab } } });
}

function removeStep(node: AddAnotherNode, n: number): AnswerStep {
  return (state) => {
    const lost = (node.instances[n - 1]?.keys ?? []).filter((key) => isAnswered(state.answers[key]));
    const { answers, count } = removeInstance(node, n, state);
    return { state: withCount({ ...state, answers }, node.id, count), lost };
  };
}

function emptiedAnswers(keys: readonly string[]): Answers {
  return Object.fromEntries(keys.map((key): [string, AnswerValue] => [key, EMPTY_ANSWER]));
}

function withOpened(state: FormState, node: string, isOpen: boolean): FormState {
  const opened = [...(state.opened ?? []), node].filter((id) => isOpen || id !== node);
  return { ...state, opened: new Set(opened) };
}

function withCount(state: FormState, node: string, count: number): FormState {
  return { ...state, counts: { ...state.counts, [node]: count } };
}
