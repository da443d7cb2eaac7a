import type { Moves } from './moves.ts';
import type { OptionList } from './option-list.ts';
import type { RichText } from './rich-text.ts';

/** The compiled definition, plain JSON: what `npm run generate` makes of `schemas/` for one partner. */

/** One answer. The empty string marks an answer that was emptied (docs/behavior.md 3.1). */
export type AnswerValue = string | number | boolean | readonly string[];

/** Question key → answer. Companion keys (`<key>_desc`) are in the same map. */
export type Answers = Readonly<Record<string, AnswerValue>>;

/** All that a student's form holds: the answers, the chosen tab per tab group, and the count per add-another. */
export type FormState = {
  readonly answers: Answers;
  readonly tabs: Readonly<Record<string, string>>;
  readonly counts: Readonly<Record<string, number>>;
  /** Ids of the confirmations that were opened. Only the page knows them; they are not kept. */
  readonly opened?: ReadonlySet<string>;
  /** The day that conditions on today count from, such as that of the submission; absent: the present one. */
  readonly today?: string;
};

/** What conditions read: answers, chosen tabs, `true` for open confirmations and for comparisons that are met. */
export type Facts = Readonly<Record<string, AnswerValue>>;

type RelationOperator = 'equals' | 'notEquals' | 'lt' | 'lte' | 'gt' | 'gte';

export type Operator = RelationOperator | 'answered' | 'notAnswered' | 'in' | 'notIn';

/** docs/behavior.md 3.5. `answered` and `notAnswered` have no target. */
export type Comparison = {
  readonly valueKey: string;
  readonly operator: Operator;
  readonly target?: AnswerValue;
};

export type Condition =
  | Comparison
  /** Of an answer with another, or with today. */
  | { readonly compared: AnswerComparison }
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition };

/** JSON Schema keywords that constrain one value (draft-07), without `title`, `type` and `default`. */
export type Constraints = {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: 'date' | 'email' | 'uri' | 'uuid';
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly const?: AnswerValue;
  readonly enum?: readonly AnswerValue[];
  readonly minItems?: number;
  readonly maxItems?: number;
};

/** Further constraints of one question: always, or only while `when` is true. One sentence for all of them. */
export type Rule = { readonly when?: Condition; readonly schema: Constraints; readonly message: string };

/** A bound on a date or year, relative to today (`day`) or this year (`year`). `message` may hold `{year}`. */
export type CalendarBound = {
  readonly years: number;
  readonly unit: 'day' | 'year';
  readonly message: string;
};

/** What is added to a date, or taken off it where it is negative. */
export type DateOffset = { readonly years?: number; readonly months?: number; readonly days?: number };

/** A comparison of two answers; of a month and its year `keys` names both, the most significant first. */
export type AnswerComparison = {
  readonly operator: RelationOperator;
  readonly keys: readonly string[];
  /** Key of the other question, or `TODAY`. */
  readonly targetKey: string;
  readonly targetKeys: readonly string[];
  /** Added to the other answer. */
  readonly offset?: DateOffset;
};

/** A comparison that an answer must meet while both are asked; JSON Schema cannot compare two answers. */
export type Relation = AnswerComparison & { readonly when?: Condition; readonly message: string };

/** A warning for an unusual but valid answer, shown while all that is given here holds. */
export type Notice = {
  readonly text: string;
  readonly when?: Condition;
  readonly comparison?: AnswerComparison;
  readonly unlike?: readonly string[];
};

/** What a question takes from a controlling answer (docs/behavior.md 3.6); when that changes, its own is cleared. */
export type Dependence = {
  /** Key of the controlling question, a choice of one. */
  readonly valueKey: string;
  /** Controlling answer → name of the list it opens. Absent: the question's own `options` for all of them. */
  readonly lists?: Readonly<Record<string, string>>;
  /** In addition to `lists`: with any other controlling answer the question is asked too, and answered with a text. */
  readonly otherwise?: 'text';
};

/** The directory a question is looked up in while typing (docs/behavior.md 3.8), and what a record fills in. */
type Lookup = {
  /** Name of the directory, as the look-up call knows it. */
  readonly category: string;
  /** Field of the record → key of the question that it answers; the question that is typed is among them. */
  readonly fills: Readonly<Record<string, string>>;
};

/** How an answer is written in a summary, where its type alone does not decide. */
export type SummaryFormat = 'options' | 'document' | 'phone' | 'school';

export type Question = {
  readonly key: string;
  /** Id of its page. */
  readonly page: string;
  /** The text next to the control. */
  readonly label: string;
  /** The label as messages, summary and print use it, e.g. `Sibling 2: Last Name`. */
  readonly fullLabel: string;
  readonly type: 'string' | 'boolean' | 'integer' | 'number' | 'array';
  readonly widget: string;
  /** Both as the widget's entry in the registry says. */
  readonly summaryFormat?: SummaryFormat;
  readonly multiline?: boolean;
  /** Options of the widget (`ui:…` without the prefix): `help`, `autocomplete`, `inputMode`, `emptyLabel`, … */
  readonly ui: Readonly<Record<string, unknown>>;
  /** Name of a list in {@link FormDefinition.options}. */
  readonly options?: string;
  /** Set for a question that another controls. With `lists` there are no `options`. */
  readonly dependsOn?: Dependence;
  /** True when the chosen label is stored under `<key>_desc`. */
  readonly companion: boolean;
  readonly constraints: Constraints;
  readonly rules: readonly Rule[];
  readonly earliest?: CalendarBound;
  readonly latest?: CalendarBound;
  readonly relations?: readonly Relation[];
  readonly notices?: readonly Notice[];
  /** Required whenever it is visible. */
  readonly required: boolean;
  /** Required while visible and this is true. */
  readonly requiredWhen?: Condition;
  /** Shown, and asked, only while this is true: every enclosing node's condition in one. Absent: always. */
  readonly visibleWhen?: Condition;
  /** Keyword → sentence: every keyword that can fail has one. `required` too. */
  readonly messages: Readonly<Record<string, string>>;
  /** Keys of further questions that the same widget writes (a month with its year). */
  readonly parts: readonly string[];
  /** The key of the question whose widget writes this one. */
  readonly partOf?: string;
  /** Set for a question that is looked up. */
  readonly lookup?: Lookup;
};

/** A node that is shown only while `visibleWhen` holds; the condition is the node's own, ancestors left out. */
type Shown = { readonly visibleWhen?: Condition };

export type QuestionNode = Shown & { readonly kind: 'question'; readonly key: string };

export type SectionNode = Shown & {
  readonly kind: 'section';
  readonly id: string;
  readonly title?: string;
  readonly help?: RichText;
  readonly children: readonly LayoutNode[];
};

/** Children side by side where there is room; `widths` are shares of twelve. */
export type RowNode = Shown & {
  readonly kind: 'row';
  readonly widths?: readonly number[];
  readonly children: readonly LayoutNode[];
};

export type TextNode = Shown & { readonly kind: 'text'; readonly paragraphs: readonly RichText[] };

/** Shows the first case that is true; each case's `visibleWhen` already excludes the cases before it. */
export type SwitchNode = Shown & {
  readonly kind: 'switch';
  readonly id: string;
  readonly cases: readonly (Shown & { readonly children: readonly LayoutNode[] })[];
};

/** The chosen tab is a fact under the group's `id`; without one it is `defaultTab`. */
export type TabsNode = Shown & {
  readonly kind: 'tabs';
  readonly id: string;
  readonly label: string;
  readonly defaultTab: string;
  readonly tabs: readonly {
    readonly id: string;
    readonly title: string;
    readonly children: readonly LayoutNode[];
  }[];
};

/** A repeatable group. `instances` holds the layout of every instance up to `max`; the count says how many show. */
export type AddAnotherNode = Shown & {
  readonly kind: 'addAnother';
  readonly id: string;
  readonly label: string;
  /** No instance shows before the student adds one, and the last can be removed; absent: one is always there. */
  readonly min?: 0;
  readonly max: number;
  readonly instances: readonly {
    readonly title: string;
    /** Keys of the instance in the order of the block, the same order in each instance. */
    readonly keys: readonly string[];
    readonly children: readonly LayoutNode[];
  }[];
};

/** Content that appears once a button is clicked or a box is checked, and whenever something in it is answered. */
export type ConfirmNode = Shown & {
  readonly kind: 'confirm';
  readonly id: string;
  readonly trigger: 'button' | 'checkbox';
  readonly label: string;
  readonly children: readonly LayoutNode[];
};

export type LayoutNode =
  | QuestionNode
  | SectionNode
  | RowNode
  | TextNode
  | SwitchNode
  | TabsNode
  | AddAnotherNode
  | ConfirmNode;

/** While `when` is true the answers under `keys` are cleared (a hidden node and what it holds or lists). */
export type ClearingRule = { readonly when: Condition; readonly keys: readonly string[] };

export type PageDefinition = {
  readonly id: string;
  /** Path of its screen, e.g. `/about`. */
  readonly path: string;
  readonly title: string;
  /** Ids of the pages that its buttons lead to, where these are not its neighbours in the form. */
  readonly saveTo?: string;
  readonly backTo?: string;
  /** In the order of the layout. */
  readonly questions: Readonly<Record<string, Question>>;
  readonly layout: readonly LayoutNode[];
  readonly clearing: readonly ClearingRule[];
  /** What its conditions compare with other answers or with today, each once; absent where nothing. */
  readonly compared?: readonly AnswerComparison[];
};

/** A log-in card: a page without steps (schemas/accounts). */
export type CardDefinition = PageDefinition & { readonly submitLabel: string };

/** The partner's settings, as schemas/partners holds them (docs/behavior.md 3.10). */
export type Partner = Readonly<Record<string, unknown>>;

export type FormDefinition = {
  /** SHA-256 (hex) over everything else in the definition. */
  readonly hash: string;
  readonly title: string;
  readonly pages: readonly PageDefinition[];
  /** Id of the page where a student starts. */
  readonly defaultPage: string;
  /** Id of the page that a refused submit leads to; absent: the student stays where they are. */
  readonly submitErrorTo?: string;
  /** Keys of the name used to greet the student, the first answered one wins. */
  readonly greetingName: readonly string[];
  /** Keys of the parts of the full name, in the order in which they are written. */
  readonly fullName?: readonly string[];
  /** Keys of the name under which the student is filed, family name first. */
  readonly sortName?: readonly string[];
  /** Key of the state the student lives in: what is looked up lies there most often. */
  readonly homeState?: string;
  readonly options: Readonly<Record<string, OptionList>>;
  /** Absent while nothing was renamed or retired. */
  readonly moves?: Moves;
  /** The answers that are encrypted where they are stored: keys, with their labels and under their former names too. */
  readonly sensitive?: readonly string[];
};
