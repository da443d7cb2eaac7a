import { parseSync, Visitor } from 'rolldown/utils';

/** Where something is written in a file, in letters from its beginning. */
type Span = { readonly start: number; readonly end: number };

/** A text that begins and ends as a sentence does. */
const SENTENCE = /^\p{Lu}[^<>{}=;]*\p{Ll}[^<>{}=;]*[.!?…]$/u;
const WORDS = /\p{L}{2}/u;
const READ_ATTRIBUTES: ReadonlySet<string> = new Set([
  'aria-label',
  'aria-description',
  'title',
  'placeholder',
  'alt',
]);

/** What is called with sentences for engineers and operators. */
const FOR_ENGINEERS = /(?:Error|Fault|NotFound)$/;
const LOGS: ReadonlySet<string> = new Set(['console', 'log', 'process']);

/**
 * Sentences that a file holds itself: a text that begins and ends as one, and in JSX any word that is seen or read out.
 * Those of errors, faults and logs are left out, which nobody reads in the page.
 *
 * @throws Error when the text is not TypeScript
 */
export function literalSentences(file: string, text: string): readonly string[] {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const found: (Span & { readonly said: string })[] = [];
  const apart: Span[] = [];
  const note = (span: Span, said: string, isRead = SENTENCE.test(said)): void => {
    if (isRead) found.push({ start: span.start, end: span.end, said });
  };
  new Visitor({
    Literal(node) {
      if (typeof node.value === 'string') note(node, node.value);
    },
    TemplateLiteral(node) {
      note(node, node.quasis.map(({ value }) => value.raw).join('x'));
    },
    JSXText(node) {
      note(node, node.value.trim(), WORDS.test(node.value));
    },
    JSXAttribute({ name, value }) {
      const isRead = name.type === 'JSXIdentifier' && READ_ATTRIBUTES.has(name.name);
      if (isRead && value?.type === 'Literal') note(value, value.value, true);
    },
    NewExpression(node) {
      if (node.callee.type === 'Identifier' && FOR_ENGINEERS.test(node.callee.name)) apart.push(node);
    },
    CallExpression(node) {
      if (isForEngineers(text.slice(node.callee.start, node.callee.end))) apart.push(node);
    },
  }).visit(program);
  const isApart = ({ start, end }: Span): boolean =>
    apart.some((one) => one.start <= start && end <= one.end);
  return [...new Set(found.filter((one) => !isApart(one)).map(({ said }) => `${file}: ${said}`))];
}

/** Marks that differ between languages: quotation marks, dashes, dots and what an empty choice reads. */
const MARK = /[“”«»…–—]|^--$/u;

/** Literal texts of a file with such marks; regular expressions, which read them, are left out. */
export function literalMarks(file: string, text: string): readonly string[] {
  const found: string[] = [];
  new Visitor({
    Literal: ({ value }) => void (typeof value === 'string' && found.push(value)),
    TemplateElement: ({ value }) => void found.push(value.raw),
    JSXText: ({ value }) => void found.push(value),
  }).visit(parseSync(file, text).program);
  return found.filter((each) => MARK.test(each)).map((each) => `${file}: ${each}`);
}

/** `super`, `log.warn`, `this.#log.error`, `fileFault`, `console.log`. */
function isForEngineers(callee: string): boolean {
  const parts = callee.split(/[.?#!]+/);
  return callee === 'super' || parts.some((part) => LOGS.has(part) || FOR_ENGINEERS.test(part));
}
