import type { Finding, Report } from '#compiler/source/fault.ts';
import { quoteNames, nearestCure } from '#compiler/source/nearest.ts';
import { PARTNER_VALUE } from '#compiler/source/open-schemas.ts';
import type { SourceFile } from '#compiler/source/source-file.ts';
import { type HumanText, humanTexts } from '#compiler/source/human-texts.ts';

/** Reports empty texts, unknown placeholders, and markup. */
export function checkWording(file: SourceFile, report: Report): void {
  const root = file.cursor((text) => text);
  if (!root || file.name.startsWith('api/')) return;
  // Partner texts cannot use partner values.
  const mayHoldValues = !file.name.startsWith('partners/');
  for (const text of humanTexts(root)) {
    for (const finding of findingsIn(text, mayHoldValues)) report(text.at, finding);
  }
}

function findingsIn({ at, member, placeholders }: HumanText, mayHoldValues: boolean): readonly Finding[] {
  const text = at.text();
  if (text === undefined) return [];
  if (text.trim() === '') return [blankFinding(text, member)].filter((one) => one !== undefined);
  const known = placeholders.map((name) => `{${name}}`);
  return [
    placeholderFinding(text, mayHoldValues ? [...known, '{partner.name}'] : known),
    ...MARKUP.map((markup) => markupFinding(text, markup)),
    member === 'messagePrefix' ? prefixFinding(text) : undefined,
  ].filter((one) => one !== undefined);
}

/** Reports an empty text, except where the meta-schema does. */
function blankFinding(text: string, member: string): Finding | undefined {
  if (text === '' && member !== 'errorMessage' && member !== 'titles') return undefined;
  const found = text === '' ? `"${member}" without a text` : `"${member}" with nothing but blanks`;
  return { code: 'blank-text', found, expected: 'words', cure: 'Write the text, or remove the entry.' };
}

function placeholderFinding(text: string, known: readonly string[]): Finding | undefined {
  const isPartners = known.includes('{partner.name}');
  const unfilled = known.reduce(
    (rest, name) => rest.replaceAll(name, ''),
    isPartners ? text.replaceAll(PARTNER_VALUE, '') : text,
  );
  const [found] = /\{[^{}]*\}?|\}/.exec(unfilled) ?? [];
  // `${` is reported by its own rule.
  if (found === undefined || text.includes('${')) return undefined;
  const others = isPartners ? ', or another value of the partner' : '';
  return {
    code: 'placeholder',
    found: `${found}, which nothing is put in place of`,
    expected:
      known.length === 0 ? 'no { or } in this text' : `${quoteNames(known)}${others}; no other { or }`,
    cure: nearestCure(found, known, 'Correct the name, or write the text without { and }.'),
  };
}

const MARKUP = [
  [/\*\*[^*]+\*\*|__[^_]+__/, 'marks for bold letters', 'Remove the marks: nothing is written in bold.'],
  [/<\/?[a-z][a-z0-9-]*(?:\s[^<>]*)?\/?>|<!--/i, 'HTML', 'Write the words alone.'],
  [/&(?:[a-z]+|#x?[0-9a-f]+);/i, 'HTML', 'Write the character itself.'],
] as const;

/** Reports markup, which the page would show as written. */
function markupFinding(text: string, [pattern, what, cure]: (typeof MARKUP)[number]): Finding | undefined {
  const [found] = pattern.exec(text) ?? [];
  const expected = 'words as the student reads them; the page shows all other signs as they are';
  return found === undefined ? undefined : { code: 'markup', found: `${found}, ${what}`, expected, cure };
}

function prefixFinding(text: string): Finding | undefined {
  if (/\s$/.test(text)) return undefined;
  return {
    code: 'message-prefix',
    found: `the prefix "${text}" without a blank at its end`,
    expected: `a blank between it and the label, as in "${text} City", not "${text}City"`,
    cure: `Write "${text} ".`,
  };
}
