import { optionsOf } from '#form/answers/option-lists.ts';
import { comparisonsOf } from '#form/answers/facts.ts';
import { isBroken, isMet } from '#form/conditions/compare-answers.ts';
import { TODAY } from '#form/conditions/date-offset.ts';
import { evaluateCondition } from '#form/conditions/evaluate-condition.ts';
import { companionKey } from '#form/definition/answer.ts';
import type {
  AnswerComparison,
  Answers,
  Comparison,
  Condition,
  Facts,
  FormDefinition,
  FormState,
  Question,
  Relation,
} from '#form/definition/definition.ts';
import { confirmationsOf, questionsOf, tabGroupsOf } from '#form/definition/form-part.ts';
import type { Formula, Variable } from '../solve/formula.ts';
import { FALSE, TRUE, all, any, implies, is, not, range } from '../solve/formula.ts';
import type { Laws, Solution } from '../solve/solve.ts';
import { getOrInsert } from '#compiler/source/memoize.ts';
import { type Domain, listDomain, singleDomain } from './domain.ts';
import { comparisonsByKey, shownOf } from './form-conditions.ts';
import {
  type Subject,
  alwaysOf,
  exclusiveValues,
  highestCount,
  labelsOf,
  optionGroups,
  singleValues,
} from './question-values.ts';
import { type RelatedValues, relatedValues } from './related-values.ts';
import { createToday, type Today } from './today.ts';
import { formByDialCode } from './stored-text.ts';

/** A definition as formulas. States that satisfy its laws are those that `clearHidden` leaves unchanged. */
export class FormModel {
  readonly definition: FormDefinition;
  readonly questions: ReadonlyMap<string, Question>;
  readonly laws: Laws;
  readonly related: ReadonlyMap<string, RelatedValues>;
  readonly today: Today;
  readonly #now: Date;
  readonly #variables: Variable[] = [];
  readonly #domains = new Map<string, Domain>();
  readonly #tabs = new Map<string, { readonly variable: Variable; readonly ids: readonly string[] }>();
  readonly #confirmed = new Map<string, { readonly variable: Variable; readonly keys: readonly string[] }>();
  readonly #owners = new Map<Variable, string>();
  readonly #formulas = new WeakMap<Condition, Formula>();
  readonly #valid = new Map<string, Formula>();
  readonly #lawsByKey = new Map<string, readonly Formula[]>();
  readonly #shown: ReadonlyMap<string, readonly Condition[]>;

  /** Counts dates from `now`; `further` and `compared` are comparisons besides those of the form. */
  constructor(
    definition: FormDefinition,
    now: Date,
    further: readonly Comparison[] = [],
    compared: readonly AnswerComparison[] = [],
  ) {
    this.definition = definition;
    this.#now = now;
    this.questions = questionsOf(definition);
    this.#shown = shownOf(definition);
    const comparisons = comparisonsByKey(definition, further);
    const subjects = new Map(
      [...this.questions].map(([key, question]) => {
        const named = [...(comparisons.get(key) ?? []), ...(comparisons.get(companionKey(key)) ?? [])];
        return [key, { definition, question, comparisons: named, now }] as const;
      }),
    );
    const { isDated, compared: own } = comparisonsOf(definition);
    const relations = [...this.questions.values()].flatMap((question) => question.relations ?? []);
    const apart = [...relations, ...own, ...compared];
    this.today = createToday({ comparisons, compared: apart, isDated, now }, (...of) => this.#create(...of));
    this.related = relatedValues(subjects, apart, this.today.days);
    for (const subject of subjects.values()) this.#addQuestion(subject);
    for (const { id, tabs, defaultTab } of tabGroupsOf(definition)) {
      const ids = [defaultTab, ...tabs.map((tab) => tab.id).filter((tab) => tab !== defaultTab)];
      this.#tabs.set(id, { variable: this.#create(id, ids.length), ids });
    }
    for (const { node, keys } of confirmationsOf(definition)) {
      this.#confirmed.set(node.id, { variable: this.#create(node.id, 2), keys });
    }
    this.laws = (variable) => {
      const key = this.#owners.get(variable);
      return key === undefined ? [] : this.lawsOf(key);
    };
  }

  domain(key: string): Domain {
    const domain = this.#domains.get(key);
    if (domain) return domain;
    throw new Error(`The form has no question "${key}".`);
  }

  /** Returns the question for a key or for the key of its stored label. */
  questionNamed(name: string): Question | undefined {
    return this.questions.get(name) ?? this.questions.get(name.replace(/_desc$/, ''));
  }

  /** Converts a condition to a formula; true without one. */
  formula(condition: Condition | undefined): Formula {
    if (condition === undefined) return TRUE;
    return getOrInsert(this.#formulas, condition, () => this.#make(condition));
  }

  visible({ visibleWhen }: Question): Formula {
    return this.formula(visibleWhen);
  }

  /** Formula: the question is visible and required. */
  required(question: Question): Formula {
    const demanded = question.required || question.requiredWhen ? this.formula(question.requiredWhen) : FALSE;
    return all([this.visible(question), demanded]);
  }

  answered({ key }: Question): Formula {
    return this.domain(key).answered;
  }

  /** Formula: the question has the required answer or checked box. */
  given({ key, type }: Question): Formula {
    const { answered, compare } = this.domain(key);
    return type === 'boolean' ? compare({ valueKey: key, operator: 'equals', target: true }) : answered;
  }

  /** Formula: the answer keeps its unconditional limits. Single values always do, except for the phone format. */
  right(question: Question): Formula {
    if (question.type !== 'array') return formByDialCode(question, (key) => this.domain(key));
    const { alone, meets } = this.domain(question.key);
    return all([alone, ...alwaysOf(question).map((constraints) => meets(constraints))]);
  }

  /** Laws of each answer: not cleared, offered by the open list, within its limits. */
  lawsOf(key: string): readonly Formula[] {
    return getOrInsert(this.#lawsByKey, key, () => {
      const named = this.namedLawsOf(key).map(({ formula }) => formula);
      const question = this.questions.get(key);
      return question ? [...named, this.offered(question), this.right(question)] : named;
    });
  }

  /** Conditions that keep an answer from being cleared, as written. */
  namedLawsOf(key: string): readonly { readonly formula: Formula; readonly shownWhen: Condition }[] {
    return (this.#shown.get(key) ?? []).map((shownWhen) => ({ formula: this.formula(shownWhen), shownWhen }));
  }

  /** Formula: conditional rules and relations to other answers hold. */
  valid(question: Question): Formula {
    return getOrInsert(this.#valid, question.key, () => this.#makeValid(question));
  }

  #makeValid(question: Question): Formula {
    const domain = this.domain(question.key);
    const rules = question.rules.flatMap(({ when, schema }) =>
      when ? [implies(this.formula(when), domain.meets(schema))] : [],
    );
    const relations = (question.relations ?? []).map((relation) => this.#relation(relation));
    return implies(this.visible(question), all([implies(domain.answered, all(rules)), ...relations]));
  }

  /** Returns the question of a variable; for a tab group or confirmation its ID. */
  nameOf(variable: Variable): string {
    return this.#owners.get(variable) ?? variable.name;
  }

  /** Converts a solution to a form state. */
  stateOf(solution: Solution): FormState {
    const answers: Answers = Object.fromEntries(
      [...this.#domains].flatMap(([key, domain]) => {
        const value = domain.variables.some((variable) => solution.has(variable))
          ? domain.decode(solution)
          : undefined;
        return value === undefined ? [] : [[key, value] as const];
      }),
    );
    const tabs = Object.fromEntries(
      [...this.#tabs].flatMap(([id, { variable, ids }]) => {
        const chosen = ids[solution.get(variable) ?? 0];
        return solution.has(variable) && chosen !== undefined ? [[id, chosen] as const] : [];
      }),
    );
    const opened = [...this.#confirmed].flatMap(([id, { variable }]) => (solution.get(variable) ? [id] : []));
    return { answers, tabs, counts: {}, opened: new Set(opened), ...this.today.stateIn(solution) };
  }

  #create(name: string, size: number): Variable {
    const variable = { index: this.#variables.length, name, size };
    this.#variables.push(variable);
    return variable;
  }

  #addQuestion(subject: Subject): void {
    const { key, type } = subject.question;
    const create = (name: string, size: number): Variable => {
      const variable = this.#create(name, size);
      this.#owners.set(variable, key);
      return variable;
    };
    if (type === 'array') {
      const further = { highest: highestCount(subject), alone: exclusiveValues(subject), create };
      this.#domains.set(key, listDomain(key, optionGroups(subject), further));
      return;
    }
    const values = this.related.get(key)?.values ?? singleValues(subject);
    this.#domains.set(key, singleDomain(key, values, { labels: labelsOf(subject), create }));
  }

  #make(condition: Condition): Formula {
    if ('all' in condition) return all(condition.all.map((each) => this.formula(each)));
    if ('any' in condition) return any(condition.any.map((each) => this.formula(each)));
    if ('not' in condition) return not(this.formula(condition.not));
    if ('compared' in condition) {
      const { compared } = condition;
      return this.#joint(compared, (facts) => isMet(compared, facts));
    }
    return this.#compare(condition);
  }

  #compare(comparison: Comparison): Formula {
    const { valueKey } = comparison;
    if (valueKey === TODAY) return this.today.compare(comparison);
    const tabs = this.#tabs.get(valueKey);
    if (tabs) {
      const chosen = range(tabs.ids.length).filter((index) =>
        evaluateCondition(comparison, { [valueKey]: tabs.ids[index] ?? '' }),
      );
      return is(tabs.variable, chosen);
    }
    const confirmation = this.#confirmed.get(valueKey);
    if (confirmation) {
      const open = any([
        is(confirmation.variable, [1]),
        ...confirmation.keys.flatMap((key) => this.#domains.get(key)?.answered ?? []),
      ]);
      const [whenOpen, whenShut] = [{ [valueKey]: true }, {}].map((facts) =>
        evaluateCondition(comparison, facts),
      );
      if (whenOpen === whenShut) return whenOpen ? TRUE : FALSE;
      return whenOpen ? open : not(open);
    }
    const question = this.questionNamed(valueKey);
    return question ? this.domain(question.key).compare(comparison) : FALSE;
  }

  /** Formula: the open list offers the answer; `formulaOf` translates the list's condition. */
  offered(
    question: Question,
    definition: FormDefinition = this.definition,
    formulaOf: (condition: Condition) => Formula = (condition) => this.formula(condition),
  ): Formula {
    if (!question.dependsOn?.lists) return TRUE;
    const { valueKey, lists, otherwise } = question.dependsOn;
    const offers = Object.keys(lists).map((target) => {
      const options = optionsOf(definition, question, { answers: { [valueKey]: target }, now: this.#now });
      const values = new Set(options.map(({ value }) => value));
      const opens = formulaOf({ valueKey, operator: 'equals', target });
      return all([opens, this.domain(question.key).among(values)]);
    });
    if (otherwise === undefined) return any(offers);
    const others: Condition = {
      all: [
        { valueKey, operator: 'answered' },
        { valueKey, operator: 'notIn', target: Object.keys(lists) },
      ],
    };
    return any([...offers, formulaOf(others)]);
  }

  /** Formula: a relation holds or does not apply. */
  #relation(relation: Relation): Formula {
    const target = this.questions.get(relation.targetKey);
    return any([
      target ? not(this.visible(target)) : relation.targetKey === TODAY ? FALSE : TRUE,
      not(this.formula(relation.when)),
      this.#joint(relation, (facts) => !isBroken(relation, facts)),
    ]);
  }

  /** Formula decided by the compared answers together. */
  #joint(comparison: AnswerComparison, test: (facts: Facts) => boolean): Formula {
    const keys = [...new Set([...comparison.keys, ...comparison.targetKeys])].filter((key) => key !== TODAY);
    const days = comparison.targetKey === TODAY ? this.today.variables : [];
    const variables = [...keys.flatMap((key) => this.domain(key).variables), ...days];
    const decided = new Map<string, boolean>();
    const kept = (values: readonly number[]): boolean => {
      const chosen = new Map(variables.map((variable, index) => [variable, values[index] ?? 0]));
      const facts = keys.flatMap((key) => {
        const value = this.domain(key).decode(chosen);
        return value === undefined ? [] : [[key, value] as const];
      });
      return test({ ...Object.fromEntries(facts), [TODAY]: this.today.dayIn(chosen) });
    };
    const holds = (values: readonly number[]) => getOrInsert(decided, values.join(), () => kept(values));
    return { kind: 'joint', variables, holds };
  }
}
