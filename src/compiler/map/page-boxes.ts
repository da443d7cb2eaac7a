import type { CompiledPartner } from '#compiler/compile/compile-partner.ts';
import { subjectInWords } from '#compiler/words/condition-words.ts';
import type { Branch } from '#compiler/why/dependencies.ts';
import type { LayoutNode, PageDefinition } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import type { RichText } from '#form/definition/rich-text.ts';
import { wholeWords } from './edge-words.ts';
import { isQuestion, type MapLink, nameId } from './map-links.ts';

/** Something that takes part in a condition: a question, what shows together, or what is on another page. */
export type MapBox = {
  readonly id: string;
  readonly kind: 'question' | 'group' | 'elsewhere';
  /** In words; nothing for a group without a title. */
  readonly title: string;
  /** Under the title: its name, whole conditions, what else it holds. */
  readonly lines: readonly string[];
  /** What is inside a group and takes part itself. */
  readonly boxes: readonly MapBox[];
};

/** The boxes of a page, those inside others in these, and all of them in one list. */
export type PageBoxes = {
  readonly page: PageDefinition;
  readonly boxes: readonly MapBox[];
  readonly all: readonly MapBox[];
};

/** What takes part in conditions, in the order of the layout. */
export function pageBoxes(partner: CompiledPartner, links: readonly MapLink[]): readonly PageBoxes[] {
  return partner.definition.pages.map((page) => {
    const { boxes } = new BoxWalk(partner, links).walk(page.layout);
    return { page, boxes, all: withInner(boxes) };
  });
}

function withInner(boxes: readonly MapBox[]): readonly MapBox[] {
  return boxes.flatMap((box) => [box, ...withInner(box.boxes)]);
}

/** What is found in a part of the layout: boxes, and the labels of questions that take no part themselves. */
type Found = { readonly boxes: readonly MapBox[]; readonly rest: readonly string[] };

class BoxWalk {
  readonly #partner: CompiledPartner;
  readonly #taking: ReadonlySet<string>;
  readonly #lines: ReadonlyMap<string, readonly string[]>;
  readonly #branches: ReadonlyMap<Branch, string>;

  constructor(partner: CompiledPartner, links: readonly MapLink[]) {
    const { definition } = partner;
    this.#partner = partner;
    this.#taking = new Set(links.flatMap(({ from, to }) => [from, to]));
    const whole = links.map(({ dependency, to }) => [to, wholeWords(dependency, definition)] as const);
    const byBox = Map.groupBy(whole, ([to]) => to);
    this.#lines = new Map(
      [...byBox].map(([to, lines]) => [to, [...new Set(lines.flatMap(([, line]) => line ?? []))]]),
    );
    this.#branches = new Map(
      links.flatMap(({ dependency: { branch }, to }) =>
        branch && !isQuestion(branch) ? [[branch, to]] : [],
      ),
    );
  }

  walk(nodes: readonly LayoutNode[]): Found {
    return joined(nodes.map((node) => this.#branch(node, () => this.#inside(node))));
  }

  #inside(node: LayoutNode): Found {
    switch (node.kind) {
      case 'question':
        return this.#question(node.key);
      case 'text':
        return { boxes: [], rest: [] };
      case 'switch':
        return joined(node.cases.map((one) => this.#branch(one, () => this.walk(one.children))));
      case 'tabs':
        return joined([
          this.#named(node.id, node.label),
          ...node.tabs.map((tab) => this.#branch(tab, () => this.walk(tab.children), tab.title)),
        ]);
      case 'addAnother':
        return this.#repeated(node);
      case 'confirm':
        return joined([this.#named(node.id, node.label), this.walk(node.children)]);
      default:
        return this.walk(node.children);
    }
  }

  #question(key: string): Found {
    const { definition } = this.#partner;
    const keys = [key, ...(questionsOf(definition).get(key)?.parts ?? [])];
    const taking = keys.filter((each) => this.#taking.has(nameId(each, this.#partner)));
    const boxes = taking.map((each) => this.#box(each, subjectInWords(each, definition), 'question'));
    return { boxes, rest: taking.includes(key) ? [] : [subjectInWords(key, definition)] };
  }

  #named(id: string, label: string): Found {
    return {
      boxes: this.#taking.has(nameId(id, this.#partner)) ? [this.#box(id, label, 'question')] : [],
      rest: [],
    };
  }

  #box(name: string, title: string, kind: MapBox['kind']): MapBox {
    const id = nameId(name, this.#partner);
    return { id, kind, title, lines: [name, ...(this.#lines.get(id) ?? [])], boxes: [] };
  }

  /** What shows together has a box around it. */
  #branch(branch: Branch, inside: () => Found, title = titleOf(branch)): Found {
    const id = this.#branches.get(branch);
    if (id === undefined) return inside();
    const { boxes, rest } = inside();
    const text = 'kind' in branch && branch.kind === 'text' ? branch.paragraphs.map(paragraphStart) : [];
    return {
      boxes: [
        {
          id,
          kind: 'group',
          title,
          lines: [...(this.#lines.get(id) ?? []), ...text, ...(rest.length > 0 ? [rest.join(', ')] : [])],
          boxes,
        },
      ],
      rest: [],
    };
  }

  #repeated(node: Extract<LayoutNode, { readonly kind: 'addAnother' }>): Found {
    const [first] = node.instances;
    const { boxes, rest } = first ? this.walk(first.children) : { boxes: [], rest: [] };
    if (boxes.length === 0) return { boxes, rest };
    const line = `up to ${node.max} times`;
    const group: MapBox = {
      id: `repeated:${node.id}`,
      kind: 'group',
      title: first?.title ?? node.label,
      lines: [line],
      boxes,
    };
    return { boxes: [group], rest };
  }
}

function joined(found: readonly Found[]): Found {
  return { boxes: found.flatMap(({ boxes }) => boxes), rest: found.flatMap(({ rest }) => rest) };
}

function titleOf(branch: Branch): string {
  if (!('kind' in branch)) return 'title' in branch ? branch.title : '';
  if (branch.kind === 'section') return branch.title ?? '';
  if (branch.kind === 'addAnother') return branch.instances[0]?.title ?? branch.label;
  return branch.kind === 'tabs' || branch.kind === 'confirm' ? branch.label : '';
}

/** The first words of a paragraph. */
function paragraphStart(paragraph: RichText): string {
  const parts = typeof paragraph === 'string' ? [paragraph] : paragraph;
  const words = parts
    .map((part) => (typeof part === 'string' ? part : part.text))
    .join('')
    .split(' ');
  return words.length > 12 ? `“${words.slice(0, 12).join(' ')} …”` : `“${words.join(' ')}”`;
}
