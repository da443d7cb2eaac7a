import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { Cursor, type Fill, type Place, type PlaceOf, type Translate } from './cursor.ts';
import type { Fault } from './fault.ts';
import { readFileText } from './file-text.ts';
import { syntaxFault } from './syntax-fault.ts';

/** One file of `schemas/`: its text, the tree with positions, and what keeps it from being JSON. */
export class SourceFile {
  /** Path below the schemas folder, with forward slashes: `pages/about.ui.json`. */
  readonly name: string;
  readonly text: string;
  readonly faults: readonly Fault[];
  /** False when the text is so broken that its tree would mislead. */
  readonly readable: boolean;
  readonly tree: Node | undefined;
  #lineStarts: readonly number[] | undefined;

  constructor(name: string, bytes: Uint8Array) {
    this.name = name;
    const { text, readable, found } = readFileText(bytes);
    this.text = text;
    const errors: ParseError[] = [];
    this.tree = readable
      ? parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
      : undefined;
    this.readable = this.tree !== undefined && errors.every((error) => isHarmless(error, text));
    const whole = found.map(({ offset, finding }) => ({ ...finding, ...this.placeOf(offset) }));
    const syntax = errors.map((error) => ({ ...syntaxFault(error, text), ...this.placeOf(error.offset) }));
    // After one fault the parser often trips over the same spot again: one sentence per line is enough.
    const first = syntax.filter((fault, index) => syntax[index - 1]?.line !== fault.line);
    this.faults = [...whole, ...first, ...(this.tree ? repeatedMembers(this.tree, this.placeOf) : [])];
  }

  /** Line and column, from 1, of an offset in the text. */
  readonly placeOf = (offset: number): Place => {
    this.#lineStarts ??= lineStarts(this.text);
    const line = this.#lineStarts.findLastIndex((start) => start <= offset);
    return { file: this.name, line: line + 1, column: offset - (this.#lineStarts[line] ?? 0) + 1 };
  };

  /** The top value, or nothing when the file cannot be read. */
  cursor(fill: Fill, translate?: Translate): Cursor | undefined {
    return this.readable && this.tree ? new Cursor(this.placeOf, this.tree, fill, translate) : undefined;
  }
}

function lineStarts(text: string): readonly number[] {
  return [0, ...[...text.matchAll(/\n/g)].map((match) => match.index + 1)];
}

/** A comment or a comma too many is refused, yet everything around it can still be read. */
function isHarmless(error: ParseError, text: string): boolean {
  if (printParseErrorCode(error.error) === 'InvalidCommentToken') return true;
  const atClosing = /[\]}]/.test(text[error.offset] ?? '');
  return atClosing && /,\s*$/.test(text.slice(0, error.offset));
}

/** The names that one object has twice: JSON would silently drop the first. */
function* repeatedMembers(node: Node, placeOf: PlaceOf): Generator<Fault> {
  const seen = new Set<unknown>();
  for (const child of node.children ?? []) {
    const name = child.type === 'property' ? child.children?.[0] : undefined;
    if (name && seen.has(name.value)) {
      yield {
        code: 'not-json',
        ...placeOf(name.offset),
        found: `the name "${String(name.value)}" a second time in the same { }`,
        expected: 'each name once',
        cure: 'Join the two entries, or give one of them another name.',
      };
    }
    seen.add(name?.value);
    yield* repeatedMembers(child, placeOf);
  }
}
