import { withCompared } from '#compiler/compile/compared-answer.ts';
import { TODAY } from '#form/conditions/date-offset.ts';
import type {
  AddAnotherNode,
  Answers,
  Condition,
  FormDefinition,
  FormState,
  LayoutNode,
  PageDefinition,
  Question,
  TabsNode,
} from '#form/definition/definition.ts';

type Part<T> = { readonly [K in keyof T]?: T[K] };

const KEYWORDS = [
  'required',
  'type',
  'enum',
  'exclusive',
  'const',
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
];

/** An optional, always visible text question; its messages name key and keyword. */
export function question(key: string, part: Part<Question> = {}): Question {
  return {
    key,
    page: 'first',
    label: key,
    fullLabel: `The ${key}`,
    type: 'string',
    widget: 'text',
    ui: {},
    companion: false,
    constraints: {},
    rules: [],
    required: false,
    messages: Object.fromEntries(KEYWORDS.map((keyword) => [keyword, `${key}: ${keyword}`])),
    parts: [],
    ...part,
  };
}

const isMinor: Condition = {
  compared: { keys: ['born'], operator: 'gt', targetKey: TODAY, targetKeys: [TODAY], offset: { years: -18 } },
};

/** A birthday question, and one for a minor's guardian. */
export const minorQuestions: readonly Question[] = [
  question('born', { constraints: { format: 'date' } }),
  question('guardian', { visibleWhen: isMinor }),
];

/** A page of questions, stacked without a layout. */
export function page(questions: readonly Question[], part: Part<PageDefinition> = {}): PageDefinition {
  const id = part.id ?? 'first';
  return withCompared({
    id,
    path: `/${id}`,
    title: id,
    questions: Object.fromEntries(questions.map((each) => [each.key, { ...each, page: id }])),
    layout: questions
      .filter((each) => each.partOf === undefined)
      .map((each): LayoutNode => ({ kind: 'question', key: each.key })),
    clearing: [],
    ...part,
  });
}

/** A form of these pages. */
export function form(pages: readonly PageDefinition[], part: Part<FormDefinition> = {}): FormDefinition {
  return {
    hash: 'toy',
    title: 'Toy form',
    pages,
    defaultPage: pages[0]?.id ?? '',
    greetingName: [],
    options: {},
    ...part,
  };
}

/** A state with these answers, default tabs and one instance of everything. */
export function stateOf(answers: Answers, part: Part<FormState> = {}): FormState {
  return { answers, tabs: {}, counts: {}, ...part };
}

/** Question nodes for some keys. */
export function nodes(...keys: readonly string[]): readonly LayoutNode[] {
  return keys.map((key) => ({ kind: 'question', key }));
}

/** A group of two tabs, `east` (the default) and `west`, with these keys. */
export function tabs(id: string, east: readonly string[], west: readonly string[]): TabsNode {
  return {
    kind: 'tabs',
    id,
    label: id,
    defaultTab: 'east',
    tabs: [
      { id: 'east', title: 'East', children: nodes(...east) },
      { id: 'west', title: 'West', children: nodes(...west) },
    ],
  };
}

/** An add-another with one list of keys per instance. */
export function addAnother(id: string, ...instances: readonly (readonly string[])[]): AddAnotherNode {
  return {
    kind: 'addAnother',
    id,
    label: 'Add Another',
    max: instances.length,
    instances: instances.map((keys, index) => ({
      title: `${id} ${index + 1}`,
      keys,
      children: nodes(...keys),
    })),
  };
}
