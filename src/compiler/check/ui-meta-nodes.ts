type Schema = Readonly<Record<string, unknown>>;

type Kind = {
  readonly description: string;
  readonly required: readonly string[];
  readonly members: Readonly<Record<string, Schema>>;
};

const text = (description: string): Schema => ({ type: 'string', minLength: 1, description });

/** Left to a rule of its own, whose sentence says more than the meta-schema can. */
const checkedBy = (rule: string): Schema => ({ $comment: `Reported by the rule ${rule}.` });

const id = {
  type: 'string',
  pattern: '^[A-Za-z][A-Za-z0-9_-]*$',
  description: 'An id that nothing else in the form has; letters, digits, - and _.',
};
const children = { $ref: '#/definitions/nodes', description: 'What is inside, from top to bottom.' };
const prefix = {
  type: 'string',
  pattern: '^[A-Za-z][A-Za-z0-9_]*_$',
  description: 'Put before every key of the block; ends with _.',
  ...checkedBy('prefix'),
};
const keys = (description: string, names?: string): Schema => ({
  type: 'array',
  items: { type: 'string', ...(names === undefined ? {} : { names }) },
  uniqueItems: true,
  description,
});
const required = keys("Keys of the block that must be answered here; replaces the block's own list.");
const titles = {
  type: 'object',
  additionalProperties: { type: 'string', description: 'The label to use here.' },
  description: 'Key of the block → the label to use here.',
};
const formerIds = (what: string): Schema => ({
  type: 'array',
  minItems: 1,
  uniqueItems: true,
  items: { type: 'string', minLength: 1 },
  description: `Former ids of ${what}: what was chosen under them moves along. A former id is never used again.`,
});
const formerPrefixes: Schema = {
  type: 'array',
  minItems: 1,
  uniqueItems: true,
  items: {
    type: 'string',
    pattern: '^(?:[A-Za-z][A-Za-z0-9_]*_)?$',
    description: 'A former prefix, which ends with _; "" where there was none.',
  },
  description: 'Former prefixes: the answers under all keys with them move along. They are never used again.',
};
const block = { ...text('Name of a block in schemas/blocks.'), names: 'block' };
const autofill = {
  autocomplete: {
    enum: ['off'],
    description: 'off: the browser fills in no question of the block.',
  },
  autocompleteSection: {
    type: 'string',
    pattern: '^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$',
    description:
      'Whose details these are, e.g. parent, so that the browser does not fill in those of the student. Small letters, digits and -.',
  },
};

const KINDS: Readonly<Record<string, Kind>> = {
  section: {
    description: 'A group with a heading.',
    required: ['id', 'children'],
    members: {
      id,
      title: text('The heading.'),
      help: text('A sentence under the heading; may hold links: [words](https://…).'),
      children,
    },
  },
  row: {
    description: 'Questions side by side where there is room.',
    required: ['children'],
    members: {
      children,
      widths: {
        type: 'array',
        items: { type: 'integer', minimum: 1, maximum: 12 },
        description: 'Shares of 12, one per child.',
      },
    },
  },
  text: {
    description: 'Paragraphs; they may hold links: [words](https://…), [words]({partner.links.faq}).',
    required: ['paragraphs'],
    members: {
      paragraphs: {
        type: 'array',
        minItems: 1,
        items: { type: 'string', minLength: 1 },
        description: 'The paragraphs, from top to bottom.',
      },
    },
  },
  block: {
    description: 'The questions of a block.',
    required: ['block'],
    members: {
      block,
      prefix,
      messagePrefix: text('Put before labels in messages, exactly as written: "Mailing ".'),
      required,
      titles,
      ...autofill,
      formerly: formerPrefixes,
    },
  },
  switch: {
    description: 'Shows its first case that is true and clears the others.',
    required: ['id', 'cases'],
    members: {
      id,
      cases: {
        type: 'array',
        minItems: 1,
        items: { $ref: '#/definitions/case' },
        description: 'The cases, of which the first that is true shows.',
      },
    },
  },
  tabs: {
    description: 'A tab group; only the answers of the chosen tab are kept.',
    required: ['id', 'label', 'defaultTab', 'tabs'],
    members: {
      id,
      label: text('What the tabs choose between.'),
      defaultTab: text('Id of the tab that is open at first.'),
      tabs: {
        type: 'array',
        minItems: 2,
        items: { $ref: '#/definitions/tab' },
        description: 'The tabs, from left to right.',
      },
      formerly: formerIds('the group'),
    },
  },
  addAnother: {
    description: 'A block that the student can add again.',
    required: ['id', 'label', 'block', 'prefix', 'max', 'title'],
    members: {
      id,
      label: text(
        'The text of the button: "Add Another"; with "min": 0, where none is there yet, "Add a Sibling".',
      ),
      block,
      prefix,
      max: {
        type: 'integer',
        minimum: 1,
        maximum: 10,
        description: 'How many there may be, at most 10.',
        ...checkedBy('too-many-repeats'),
      },
      min: {
        enum: [0, 1],
        description:
          '0: none at first, the student adds each and may remove each. 1, also without it: one is always there.',
      },
      title: text('Heading of each; {n} is its number.'),
      messagePrefix: text(
        'Put before labels in messages, exactly as written; {n} is the number: "Sibling {n}: ".',
      ),
      required,
      titles,
      ...autofill,
      formerly: {
        type: 'object',
        minProperties: 1,
        additionalProperties: false,
        properties: { id: formerIds('the add-another'), prefix: formerPrefixes },
        description: 'Former ids and former prefixes, so that the count and the answers move along.',
      },
    },
  },
  confirm: {
    description: 'Content that appears once a button is clicked or a box is checked.',
    required: ['id', 'trigger', 'label', 'children'],
    members: {
      id,
      trigger: { enum: ['button', 'checkbox'], description: 'What opens it.' },
      label: text('The text of the button or box.'),
      children,
    },
  },
};

/** What every node may have; a question as the member of an object. */
const COMMON: Readonly<Record<string, Schema>> = {
  partners: {
    type: 'array',
    minItems: 1,
    uniqueItems: true,
    items: { type: 'string', names: 'partner' },
    description:
      'Names of files in schemas/partners: only these partners have what is here. Without it: all of them.',
    ...checkedBy('unknown-partner'),
  },
  showWhen: { $ref: 'condition.meta.json', description: 'Shown only while this is true.' },
  hideWhen: {
    $ref: 'condition.meta.json',
    description: 'Hidden while this is true. Not together with showWhen.',
  },
  clears: keys(
    'Keys that are cleared while this is hidden. Without it: all questions inside. []: none.',
    'question',
  ),
};

const question = {
  ...text('The key of a question, where more is said of it than its place.'),
  names: 'ownKey',
};

/** A node with "question", the key, in place of "kind". */
const QUESTION_NODE = ifThen(
  { type: 'object', required: ['question'] },
  {
    properties: { question, ...COMMON },
    propertyNames: { enum: ['question', ...Object.keys(COMMON)] },
  },
  {
    required: ['kind'],
    properties: { kind: { description: 'what it is. A question has "question", its key, instead.' } },
  },
);

/** The definitions of the UI meta-schema that describe the layout. */
export const NODE_DEFINITIONS: Schema = {
  nodes: { type: 'array', items: { $ref: '#/definitions/node' } },
  node: {
    description:
      'The key of a question; the same in an object, with what else is said of it: {"question": key, "showWhen": condition}; or a node with a "kind".',
    type: ['string', 'object'],
    names: 'ownKey',
    properties: {
      kind: {
        description: 'What it is. A question has "question", its key, instead.',
        enum: Object.keys(KINDS),
        enumDescriptions: Object.values(KINDS).map(({ description }) => description),
      },
    },
    allOf: [
      // What has a kind is no question, and is offered none.
      ifThen({ type: 'object', not: { required: ['kind'] } }, { properties: { question } }),
      QUESTION_NODE,
      ...Object.entries(KINDS).map(([kind, { required: needed, members }]) =>
        ifThen(
          { type: 'object', required: ['kind'], properties: { kind: { const: kind } } },
          {
            required: needed,
            properties: { ...members, ...COMMON },
            propertyNames: { enum: ['kind', ...Object.keys(members), ...Object.keys(COMMON)] },
          },
        ),
      ),
    ],
  },
  case: {
    type: 'object',
    required: ['children'],
    additionalProperties: false,
    properties: {
      when: { $ref: 'condition.meta.json', description: 'A case without it shows when no earlier one does.' },
      children,
    },
  },
  tab: {
    type: 'object',
    required: ['id', 'title', 'children'],
    additionalProperties: false,
    properties: { id, title: text('The text of the tab.'), children, formerly: formerIds('the tab') },
  },
};

/** A conditional JSON Schema. */
export function ifThen(condition: object, consequence: object, otherwise?: object): Schema {
  const members = [['if', condition], thenMember(consequence)] as const;
  return Object.fromEntries(otherwise ? [...members, ['else', otherwise]] : members);
}

/** A literal member of that name would make the schema look like a promise. */
function thenMember(consequence: object): readonly [keyword: string, schema: object] {
  return ['then', consequence];
}
