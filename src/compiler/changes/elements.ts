import type { Condition, LayoutNode, PageDefinition } from '#form/definition/definition.ts';
import type { RichText } from '#form/definition/rich-text.ts';
import { type LayoutStep, isTitledSection, layoutSteps } from '#form/definition/layout-steps.ts';
import { conjunctsOf } from '../prove/formulas/form-conditions.ts';
import type { ChangedPart } from './change.ts';
import { quote } from './sentence-words.ts';

type Kind = 'question' | 'text' | 'section' | 'tabs' | 'tab' | 'addAnother' | 'confirm' | 'more';

/** Row neighbors of a question, and its width in twelfths. */
type RowPlace = { readonly mates: readonly string[]; readonly width: number };

/** A visible part of a page, with the context given by its ancestors. */
export type FormElement = {
  /** The same in both versions of a form. */
  readonly id: string;
  readonly kind: Kind;
  readonly node: LayoutNode;
  /** Set for a tab: its tab group. */
  readonly tab?: { readonly id: string; readonly title: string };
  /** Name used in sentences: `“First Name”`, `the section “Laptop”`. */
  readonly subject: string;
  readonly heading: readonly string[];
  readonly part: ChangedPart;
  readonly within: readonly string[];
  /** All conditions for visibility, including those of ancestors. */
  readonly conditions: readonly Condition[];
  readonly row: RowPlace;
  /** Set in a repeated block: add-another and instance number, from 1. */
  readonly instance?: Instance;
};

type Instance = {
  readonly group: string;
  readonly number: number;
  readonly title: string;
  readonly keys: readonly string[];
};

const WHOLE_LINE: RowPlace = { mates: [], width: 12 };

/** Lists the elements of a page in reading order, parents first. */
export function elementsOf(
  page: PageDefinition,
  isCard: boolean,
  sections: ReadonlyMap<string, string> = new Map(),
): readonly FormElement[] {
  return numbered(layoutSteps(page).flatMap((step) => elementsAt(step, { page, isCard, sections })));
}

type Whole = {
  readonly page: PageDefinition;
  readonly isCard: boolean;
  /** Section ID → ID in the other version. */
  readonly sections: ReadonlyMap<string, string>;
};

/** Numbers repeated texts, which have no ID. */
function numbered(elements: readonly FormElement[]): readonly FormElement[] {
  const met = new Map<string, number>();
  return elements.map((element) => {
    const count = (met.get(element.id) ?? 0) + 1;
    met.set(element.id, count);
    return count === 1 ? element : { ...element, id: `${element.id} ${count}` };
  });
}

function elementsAt(step: LayoutStep, whole: Whole): readonly FormElement[] {
  const { node, branch } = step;
  if (node.kind === 'question') return questionElements(node.key, step, whole);
  if (node.kind === 'text') {
    const { within } = placeOf(step, whole);
    const id = `text ${within.join(' ')} ${JSON.stringify(node.paragraphs)}`;
    return [
      { ...placeOf(step, whole), id, kind: 'text', node, subject: `the text ${excerpt(node.paragraphs)}` },
    ];
  }
  const id = idOf(step, whole);
  if (id === undefined || node.kind === 'row' || node.kind === 'switch') return [];
  if (branch) {
    const tab = node.kind === 'tabs' ? node.tabs[branch.index] : undefined;
    if (!tab) return [];
    const subject = `the tab ${quote(tab.title)}`;
    return [
      { ...placeOf(step, whole), id, kind: 'tab', node, subject, tab: { id: tab.id, title: tab.title } },
    ];
  }
  const own = { ...placeOf(step, whole), id, kind: node.kind, node, subject: subjectOf(node) };
  if (node.kind !== 'section' || node.title === undefined) return [own];
  const { heading, part } = own;
  return [{ ...own, heading: [...heading, node.title], part: { ...part, section: node.id } }];
}

/** Returns the ID of a node; for a section only if it is visible as one. */
function idOf({ node, branch }: LayoutStep, { sections }: Pick<Whole, 'sections'>): string | undefined {
  switch (node.kind) {
    case 'section': {
      const isSeen = node.title !== undefined || node.help !== undefined;
      return isSeen ? `section ${sections.get(node.id) ?? node.id}` : undefined;
    }
    case 'tabs':
      return branch ? `tab ${node.id} ${node.tabs[branch.index]?.id ?? ''}` : `tabs ${node.id}`;
    case 'addAnother':
      return branch ? `addAnother ${node.id} ${branch.index + 1}` : `addAnother ${node.id}`;
    case 'confirm':
      return branch ? undefined : `confirm ${node.id}`;
    case 'more':
      return `more ${node.id}`;
    default:
      return undefined;
  }
}

function subjectOf(
  node: Extract<LayoutNode, { kind: 'section' | 'tabs' | 'addAnother' | 'confirm' | 'more' }>,
): string {
  switch (node.kind) {
    case 'section':
      return node.title === undefined ? 'this part of the page' : `the section ${quote(node.title)}`;
    case 'tabs':
      return `the tabs ${quote(node.label)}`;
    case 'addAnother':
      return quote(withoutNumber(node.instances[0]?.title ?? node.label));
    case 'confirm':
      return `the ${node.trigger} ${quote(node.label)}`;
    case 'more':
      return `the button ${quote(node.label)}`;
  }
}

type ElementPlace = Pick<FormElement, 'heading' | 'part' | 'within' | 'conditions' | 'row' | 'instance'>;

function placeOf(step: LayoutStep, whole: Whole): ElementPlace {
  const { node, branch, path, heading, instance } = step;
  const { page, isCard } = whole;
  const section = path.findLast((each) => isTitledSection(each.node))?.node;
  const conditions = [...step.conditions, ...(branch || !node.visibleWhen ? [] : [node.visibleWhen])];
  return {
    heading: [page.title, ...heading],
    part: {
      page: page.id,
      ...(isCard && { isCard }),
      ...(section && 'id' in section && { section: section.id }),
    },
    within: [`page ${page.id}`, ...path.flatMap((each) => idOf(each, whole) ?? [])],
    conditions: conditions.flatMap((each) => conjunctsOf(each)),
    row: rowOf(step),
    ...(instance && { instance }),
  };
}

function rowOf({ node, path }: LayoutStep): RowPlace {
  const row = path.at(-1)?.node;
  if (row?.kind !== 'row') return WHOLE_LINE;
  const mates = row.children.flatMap((child) => (child.kind === 'question' ? [`question ${child.key}`] : []));
  return { mates, width: row.widths?.[row.children.indexOf(node)] ?? 12 / row.children.length };
}

function questionElements(key: string, step: LayoutStep, whole: Whole): readonly FormElement[] {
  const { questions } = whole.page;
  const place = placeOf(step, whole);
  return [key, ...(questions[key]?.parts ?? [])].map((each) => ({
    ...place,
    id: `question ${each}`,
    kind: 'question',
    node: step.node,
    subject: quote(questions[each]?.label ?? each),
    part: { ...place.part, key: each },
    row: each === key ? place.row : WHOLE_LINE,
  }));
}

/** `Sibling 1` → `Sibling`. */
export function withoutNumber(title: string): string {
  return title.replace(/\s*#?\b1\b/, '').trim();
}

/** Returns the first words of a text. */
export function excerpt(paragraphs: readonly RichText[]): string {
  const text = paragraphs.map(plainText).join(' ');
  return quote(text.length > 60 ? `${text.slice(0, 57).trimEnd()}…` : text);
}

/** Returns the plain text, with link addresses after their labels. */
export function plainText(text: RichText): string {
  if (typeof text === 'string') return text;
  return text.map((part) => (typeof part === 'string' ? part : `[${part.text}](${part.href})`)).join('');
}
