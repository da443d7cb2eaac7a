import { comparisonsOf } from '#form/answers/facts.ts';
import { isDeepStrictEqual } from 'node:util';
import { listedOptions, optionListsOf } from '#form/answers/option-lists.ts';
import type {
  Condition,
  ConfirmNode,
  Constraints,
  FormDefinition,
  FormState,
  LayoutNode,
  Question,
  TabsNode,
} from '#form/definition/definition.ts';
import { confirmationsOf, questionsOf, tabGroupsOf } from '#form/definition/form-part.ts';
import type { Option } from '#form/definition/option-list.ts';
import { allComparisons, shownOf } from '../prove/formulas/form-conditions.ts';
import { FormModel } from '../prove/formulas/form-model.ts';
import { FALSE, type Formula, TRUE, all, any, not, substitute, variablesOf } from '../prove/solve/formula.ts';
import { getOrInsert } from '../source/memoize.ts';
import { type Laws, isImpossible, solveWithFewest, unlessUndecided } from '../prove/solve/solve.ts';

type Side = 'before' | 'after';

/** Example states: one where only the new condition holds, one where only the old does. Undecided ones are absent. */
export type Difference = { readonly more?: FormState; readonly less?: FormState };

/** No constraints on given answers: each formula states which answers count. */
const NO_LAWS: Laws = () => [];

/** Compares two forms over the same answers. Questions that a form lacks count as unanswered. */
export class BothForms {
  readonly #forms: Readonly<Record<Side, FormDefinition>>;
  readonly #model: FormModel;
  readonly #shown: Readonly<Record<Side, ReadonlyMap<string, readonly Condition[]>>>;
  readonly #counted: Readonly<Record<Side, Map<Formula, Formula>>> = { before: new Map(), after: new Map() };
  readonly #kept: Readonly<Record<Side, Map<string, Formula>>> = { before: new Map(), after: new Map() };

  /** @param now reference date for calendar bounds and lists of years */
  constructor(before: FormDefinition, after: FormDefinition, now: Date) {
    this.#forms = { before, after };
    const comparisons = [before, after].flatMap(allComparisons);
    const compared = [before, after].flatMap((form) => comparisonsOf(form).compared);
    this.#model = new FormModel(joinedForm(before, after, now), now, comparisons, compared);
    this.#shown = { before: shownOf(before), after: shownOf(after) };
  }

  /** Finds states where two conditions differ; undefined if they are equivalent while `around` holds. */
  differenceOf(
    before: Condition | undefined,
    after: Condition | undefined,
    around?: Condition,
  ): Difference | undefined {
    if (isDeepStrictEqual(before, after)) return undefined;
    const within = this.#formula(around, 'after');
    const own = [this.#formula(before, 'after'), this.#formula(after, 'after')] as const;
    if (!this.#canDiffer(own, within)) return undefined;
    const whole = around ? own : ([this.#formula(before, 'before'), own[1]] as const);
    return unlessUndecided(
      () => {
        const more = this.#stateWith([within, whole[1], not(whole[0])]);
        const less = this.#stateWith([within, whole[0], not(whole[1])]);
        if (!more && !less) return undefined;
        return { ...(more ? { more } : {}), ...(less ? { less } : {}) };
      },
      () => ({}),
    );
  }

  /** Whether a state can satisfy the first condition and not the second. */
  isPossible(yes: readonly [Condition, Side], no?: readonly [Condition | undefined, Side]): boolean {
    const goals = [this.#formula(...yes), ...(no ? [not(this.#formula(...no))] : [])];
    return !isImpossible(goals, NO_LAWS);
  }

  /** Whether a condition holds in every state. */
  isAlways(condition: Condition | undefined, side: Side): boolean {
    return condition === undefined || isImpossible([not(this.#formula(condition, side))], NO_LAWS);
  }

  #canDiffer([one, other]: readonly [Formula, Formula], within: Formula): boolean {
    const differ = any([all([one, not(other)]), all([other, not(one)])]);
    return !isImpossible([within, differ], NO_LAWS);
  }

  #stateWith(goals: readonly Formula[]): FormState | undefined {
    const found = solveWithFewest(goals, NO_LAWS);
    return found && this.#model.stateOf(found);
  }

  #formula(condition: Condition | undefined, side: Side): Formula {
    return this.#counting(this.#model.formula(condition), side);
  }

  /** Rewrites a formula over entered answers to one over the answers that count in a form. */
  #counting(formula: Formula, side: Side): Formula {
    return getOrInsert(this.#counted[side], formula, () => this.#makeCounting(formula, side));
  }

  #makeCounting(formula: Formula, side: Side): Formula {
    switch (formula.kind) {
      case 'not':
        return not(this.#counting(formula.of, side));
      case 'all':
        return all(formula.of.map((each) => this.#counting(each, side)));
      case 'any':
        return any(formula.of.map((each) => this.#counting(each, side)));
      default: {
        // All variables of such a formula belong to one question, except in comparisons of answers.
        const variables = [...variablesOf(formula)];
        const kept = all(
          [...new Set(variables.map((each) => this.#model.nameOf(each)))].map((name) =>
            this.#keeps(name, side),
          ),
        );
        const emptied = substitute(formula, new Map(variables.map((each) => [each, 0])));
        return any([all([kept, formula]), all([not(kept), emptied])]);
      }
    }
  }

  /** Formula: the answer, if given, is not cleared. */
  #keeps(name: string, side: Side): Formula {
    const known = this.#kept[side].get(name);
    if (known) return known;
    // Ends the recursion for circular clearing, which the check reports.
    this.#kept[side].set(name, TRUE);
    const made = this.#makeKeeps(name, side);
    this.#kept[side].set(name, made);
    return made;
  }

  #makeKeeps(name: string, side: Side): Formula {
    if (!this.#model.questions.has(name)) return TRUE;
    const question = questionsOf(this.#forms[side]).get(name);
    if (!question) return FALSE;
    const shown = (this.#shown[side].get(name) ?? []).map((condition) => this.#formula(condition, side));
    const offered = this.#model.offered(question, this.#forms[side], (condition) =>
      this.#formula(condition, side),
    );
    return all([...shown, offered]);
  }
}

/** Joins the questions, options, tabs and confirmations of two forms, without conditions, with common limits. */
function joinedForm(before: FormDefinition, after: FormDefinition, now: Date): FormDefinition {
  const [old, current] = [questionsOf(before), questionsOf(after)];
  const options: Record<string, readonly Option[]> = {};
  const questions = [...new Set([...old.keys(), ...current.keys()])].flatMap((key) => {
    const versions = [old.get(key), current.get(key)];
    const [question] = versions.toReversed().filter((each) => each !== undefined);
    if (!question) return [];
    const lists = [...offeredIn(before, versions[0], now), ...offeredIn(after, versions[1], now)];
    if (lists.length > 0) options[key] = [...new Map(lists.map((option) => [option.value, option])).values()];
    return [[key, joinedQuestion(question, versions, lists.length > 0)] as const];
  });
  const page = {
    id: '',
    path: '/',
    title: '',
    questions: Object.fromEntries(questions),
    layout: [...joinedTabs(before, after), ...joinedConfirmations(before, after)],
    clearing: [],
  };
  return { hash: '', title: '', pages: [page], defaultPage: '', greetingName: [], options };
}

function joinedQuestion(
  question: Question,
  versions: readonly (Question | undefined)[],
  hasOptions: boolean,
): Question {
  const { options: _options, dependsOn, relations: _relations, visibleWhen: _shown, ...own } = question;
  const { requiredWhen: _required, notices: _notices, ...kept } = own;
  const known = versions.filter((each) => each !== undefined);
  const [first = question] = known;
  const isSame = (name: 'rules' | 'earliest' | 'latest'): boolean =>
    known.every((each) => isDeepStrictEqual(each[name], first[name]));
  const { earliest, latest, ...rest } = kept;
  return {
    ...rest,
    required: false,
    constraints: commonConstraints(known),
    rules: isSame('rules') ? question.rules.filter(({ when }) => !when) : [],
    ...(earliest && isSame('earliest') ? { earliest } : {}),
    ...(latest && isSame('latest') ? { latest } : {}),
    ...(hasOptions ? { options: question.key } : {}),
    ...(dependsOn?.otherwise
      ? { dependsOn: { valueKey: dependsOn.valueKey, otherwise: dependsOn.otherwise } }
      : {}),
  };
}

/** Returns the constraints that all versions share. */
function commonConstraints([first, ...others]: readonly Question[]): Constraints {
  const entries = Object.entries(first?.constraints ?? {}).filter(([keyword, value]) =>
    others.every(({ constraints }) =>
      Object.entries(constraints).some(
        ([name, other]) => name === keyword && isDeepStrictEqual(other, value),
      ),
    ),
  );
  return Object.fromEntries(entries);
}

/** Returns all options a question can ever offer. */
function offeredIn(form: FormDefinition, question: Question | undefined, now: Date): readonly Option[] {
  return question ? optionListsOf(form, question).flatMap((list) => listedOptions(list, now)) : [];
}

function joinedTabs(before: FormDefinition, after: FormDefinition): readonly LayoutNode[] {
  const groups = Map.groupBy([...tabGroupsOf(after), ...tabGroupsOf(before)], ({ id }) => id);
  return [...groups.values()].flatMap((versions): readonly TabsNode[] => {
    const [group] = versions;
    if (!group) return [];
    const ids = [...new Set(versions.flatMap(({ tabs }) => tabs.map(({ id }) => id)))];
    const tabs = ids.map((id) => ({ id, title: id, children: [] }));
    return [{ kind: 'tabs', id: group.id, label: group.label, defaultTab: group.defaultTab, tabs }];
  });
}

function joinedConfirmations(before: FormDefinition, after: FormDefinition): readonly LayoutNode[] {
  const confirmations = [...confirmationsOf(after), ...confirmationsOf(before)];
  return [...Map.groupBy(confirmations, ({ node }) => node.id).values()].flatMap(
    (versions): readonly ConfirmNode[] => {
      const [version] = versions;
      if (!version) return [];
      const keys = new Set(versions.flatMap((each) => each.keys));
      const children = [...keys].map((key) => ({ kind: 'question' as const, key }));
      const { id, trigger, label } = version.node;
      return [{ kind: 'confirm', id, trigger, label, children }];
    },
  );
}
