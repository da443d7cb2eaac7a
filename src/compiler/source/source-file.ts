import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { Cursor, type Fill, type Place, type PlaceOf, type Translate } from './cursor.ts';
import type { Fault } from './fault.ts';
import { readFileText } from './file-text.ts';
import { syntaxFault } from './syntax-fault.ts';

/** A file of `schemas/`: text, syntax tree with positions, and syntax faults. */
export class SourceFile {
  /** Path below the schemas folder, with forward slashes: `pages/about.ui.json`. */
  readonly name: string;
  readonly text: string;
  readonly faults: readonly Fault[];
  /** False if the text is too broken for a useful tree. */
  readonly readable: boolean;
  readonly tree: Node | undefined;
  #lineStarts: readonly number[] | undefined;

  constructor(name: string, bytes: Uint8Array) {
    this.name = name;
    const { text, readable, findings } = readFileText(bytes);
    this.text = text;
    const errors: ParseError[] = [];
    this.tree = readable
      ? parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
      : undefined;
    this.readable = this.tree !== undefined && errors.every((error) => isHarmless(error, text));
    const whole = findings.map(({ offset, finding }) => ({ ...finding, ...this.placeOf(offset) }));
    // Most faults make the parser misread the rest of the file.
    const derailing = errors.findIndex((one) => !isHarmless(one, text) && codeOf(one) !== 'CommaExpected');
    const meant = derailing === -1 ? errors : errors.slice(0, derailing + 1);
    const syntax = meant.map((error) => ({ ...syntaxFault(error, text), ...this.placeOf(error.offset) }));
    // Reports one fault per line, since parsers often fail again at the same spot.
    const first = syntax.filter((fault, index) => syntax[index - 1]?.line !== fault.line);
    this.faults = [...whole, ...first, ...(this.tree ? repeatedMembers(this.tree, this.placeOf) : [])];
  }

  /** Converts an offset to line and column, from 1. */
  readonly placeOf = (offset: number): Place => {
    this.#lineStarts ??= [0, ...[...this.text.matchAll(/\n/g)].map((match) => match.index + 1)];
    const line = this.#lineStarts.findLastIndex((start) => start <= offset);
    return { file: this.name, line: line + 1, column: offset - (this.#lineStarts[line] ?? 0) + 1 };
  };

  /** Returns the root value; undefined if unreadable. */
  cursor(fill: Fill, translate?: Translate): Cursor | undefined {
    return this.readable && this.tree ? new Cursor(this.placeOf, this.tree, fill, translate) : undefined;
  }
}

const codeOf = ({ error }: ParseError) => printParseErrorCode(error);

/** Comments and extra commas are faults, but leave the rest readable. */
function isHarmless(error: ParseError, text: string): boolean {
  if (codeOf(error) === 'InvalidCommentToken') return true;
  const atClosing = /[\]}]/.test(text[error.offset] ?? '');
  return atClosing && /,\s*$/.test(text.slice(0, error.offset));
}

/** Reports duplicate member names, of which JSON silently drops the first. */
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
