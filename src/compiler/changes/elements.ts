import { conjunctsOf } from '#compiler/formulas/form-conditions.ts';
import type { Condition, LayoutNode, PageDefinition } from '#form/definition/definition.ts';
import type { RichText } from '#form/definition/rich-text.ts';
import type { ChangedPart } from './change.ts';
import { quoted } from './sentence-words.ts';

type Kind = 'question' | 'text' | 'section' | 'tabs' | 'tab' | 'addAnother' | 'confirm';

/** How a question shares its line: with which others, and how many of twelve columns are its own. */
type RowPlace = { readonly mates: readonly string[]; readonly width: number };

/** Something on a page that a student sees, with all that its surroundings make of it. */
export type FormElement = {
  /** The same in both versions of a form. */
  readonly id: string;
  readonly kind: Kind;
  readonly node: LayoutNode;
  /** Set for a tab: which of its group. */
  readonly tab?: { readonly id: string; readonly title: string };
  /** What a sentence calls it: `“First Name”`, `the section “Laptop”`. */
  readonly subject: string;
  readonly heading: readonly string[];
  readonly part: ChangedPart;
  /** Ids of the elements that it is in. */
  readonly within: readonly string[];
  /** All conditions under which it is shown. */
  readonly conditions: readonly Condition[];
  readonly row: RowPlace;
  /** Set in a repeated block: of which add-another, and in which instance, counted from 1. */
  readonly instance?: Instance;
};

type Instance = {
  readonly group: string;
  readonly number: number;
  readonly title: string;
  readonly keys: readonly string[];
};

type Inside = Pick<FormElement, 'heading' | 'part' | 'within' | 'conditions' | 'row' | 'instance'> & {
  readonly page: PageDefinition;
  /** Id of a section → the id that it has in the other version. */
  readonly sections: ReadonlyMap<string, string>;
};

const WHOLE_LINE: RowPlace = { mates: [], width: 12 };

/** Everything on a page, each before what it holds, in the order in which a student meets it. */
export function elementsOf(
  page: PageDefinition,
  isCard: boolean,
  sections: ReadonlyMap<string, string> = new Map(),
): readonly FormElement[] {
  const part = { page: page.id, ...(isCard ? { isCard } : {}) };
  const found = inside(page.layout, {
    page,
    sections,
    heading: [page.title],
    part,
    within: [`page ${page.id}`],
    conditions: [],
    row: WHOLE_LINE,
  });
  return numbered(found);
}

/** Texts have no id: one that is repeated is known by how often it came before. */
function numbered(elements: readonly FormElement[]): readonly FormElement[] {
  const met = new Map<string, number>();
  return elements.map((element) => {
    const count = (met.get(element.id) ?? 0) + 1;
    met.set(element.id, count);
    return count === 1 ? element : { ...element, id: `${element.id} ${count}` };
  });
}

function inside(nodes: readonly LayoutNode[], around: Inside): readonly FormElement[] {
  return nodes.flatMap((node) =>
    walk(node, { ...around, conditions: withCondition(around, node.visibleWhen) }),
  );
}

function withCondition(
  { conditions }: Pick<Inside, 'conditions'>,
  own: Condition | undefined,
): readonly Condition[] {
  return own ? [...conditions, ...conjunctsOf(own)] : conditions;
}

function walk(node: LayoutNode, around: Inside): readonly FormElement[] {
  switch (node.kind) {
    case 'question':
      return [
        questionElement(node.key, node, around),
        ...(around.page.questions[node.key]?.parts ?? []).map((key) =>
          questionElement(key, node, { ...around, row: WHOLE_LINE }),
        ),
      ];
    case 'text':
      return [
        elementOf(
          'text',
          { name: JSON.stringify(node.paragraphs), node },
          around,
          `the text ${excerpt(node.paragraphs)}`,
        ),
      ];
    case 'row':
      return inRow(node, around);
    case 'switch':
      return node.cases.flatMap((one) =>
        inside(one.children, {
          ...around,
          conditions: withCondition(around, one.visibleWhen),
          row: WHOLE_LINE,
        }),
      );
    case 'section':
      return walkSection(node, around);
    case 'confirm': {
      const own = elementOf(
        'confirm',
        { name: node.id, node },
        around,
        `the ${node.trigger} ${quoted(node.label)}`,
      );
      return [
        own,
        ...inside(node.children, { ...around, within: [...around.within, own.id], row: WHOLE_LINE }),
      ];
    }
    case 'tabs':
      return walkTabs(node, around);
    default:
      return walkAddAnother(node, around);
  }
}

function elementOf(
  kind: Kind,
  { name, node }: { readonly name: string; readonly node: LayoutNode },
  around: Inside,
  subject: string,
): FormElement {
  const { page: _page, sections: _sections, ...place } = around;
  const id = kind === 'text' ? `${kind} ${around.within.join(' ')} ${name}` : `${kind} ${name}`;
  return { id, kind, node, subject, ...place };
}

function questionElement(key: string, node: LayoutNode, around: Inside): FormElement {
  const label = around.page.questions[key]?.label ?? key;
  const own = elementOf('question', { name: key, node }, around, quoted(label));
  return { ...own, part: { ...own.part, key } };
}

function inRow(node: Extract<LayoutNode, { kind: 'row' }>, around: Inside): readonly FormElement[] {
  const mates = node.children.flatMap((child) =>
    child.kind === 'question' ? [`question ${child.key}`] : [],
  );
  return node.children.flatMap((child, index) => {
    const width = node.widths?.[index] ?? 12 / node.children.length;
    return inside([child], { ...around, row: { mates, width } });
  });
}

function walkSection(node: Extract<LayoutNode, { kind: 'section' }>, around: Inside): readonly FormElement[] {
  const { title, help } = node;
  const name = around.sections.get(node.id) ?? node.id;
  const isSeen = title !== undefined || help !== undefined;
  const heading = title === undefined ? around.heading : [...around.heading, title];
  const part = title === undefined ? around.part : { ...around.part, section: node.id };
  const subject = title === undefined ? 'this part of the page' : `the section ${quoted(title)}`;
  const own = elementOf('section', { name, node }, { ...around, heading, part }, subject);
  const within = isSeen ? [...around.within, own.id] : around.within;
  return [
    ...(isSeen ? [own] : []),
    ...inside(node.children, { ...around, heading, part, within, row: WHOLE_LINE }),
  ];
}

function walkTabs(node: Extract<LayoutNode, { kind: 'tabs' }>, around: Inside): readonly FormElement[] {
  const group = elementOf('tabs', { name: node.id, node }, around, `the tabs ${quoted(node.label)}`);
  const tabs = node.tabs.flatMap((tab) => {
    const { id, title, children } = tab;
    const heading = [...around.heading, title];
    const name = `${node.id} ${id}`;
    const own = elementOf(
      'tab',
      { name, node },
      { ...around, within: [...around.within, group.id] },
      `the tab ${quoted(title)}`,
    );
    const chosen: Condition = { valueKey: node.id, operator: 'equals', target: id };
    const conditions = withCondition(around, chosen);
    const within = [...around.within, group.id, own.id];
    return [
      { ...own, tab: { id, title } },
      ...inside(children, { ...around, heading, conditions, within, row: WHOLE_LINE }),
    ];
  });
  return [group, ...tabs];
}

function walkAddAnother(
  node: Extract<LayoutNode, { kind: 'addAnother' }>,
  around: Inside,
): readonly FormElement[] {
  const title = node.instances[0]?.title ?? node.label;
  const own = elementOf('addAnother', { name: node.id, node }, around, quoted(withoutNumber(title)));
  const instances = node.instances.flatMap((instance, index) =>
    inside(instance.children, {
      ...around,
      heading: [...around.heading, instance.title],
      within: [...around.within, own.id, `${own.id} ${index + 1}`],
      instance: { group: node.id, number: index + 1, title: instance.title, keys: instance.keys },
      row: WHOLE_LINE,
    }),
  );
  return [own, ...instances];
}

/** `Sibling 1` → `Sibling`. */
export function withoutNumber(title: string): string {
  return title.replace(/\s*#?\b1\b/, '').trim();
}

/** The first words of a text. */
export function excerpt(paragraphs: readonly RichText[]): string {
  const text = paragraphs.map(plainText).join(' ');
  return quoted(text.length > 60 ? `${text.slice(0, 57).trimEnd()}…` : text);
}

/** A text as it reads, with the address behind the words of a link. */
export function plainText(text: RichText): string {
  if (typeof text === 'string') return text;
  return text.map((part) => (typeof part === 'string' ? part : `[${part.text}](${part.href})`)).join('');
}
