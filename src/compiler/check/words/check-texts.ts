import type { Cursor } from '#compiler/source/cursor.ts';
import type { Report } from '#compiler/source/fault.ts';
import { nearestCure } from '#compiler/source/nearest.ts';
import { linksIn } from '#compiler/source/rich-text.ts';
import type { SourceSet } from '#compiler/source/source-set.ts';
import type { EngineText } from '#compiler/source/engine-texts.ts';
import { bracesIn, ownTexts, QUESTION_TEXTS, readTexts, textMembers } from '#compiler/source/engine-texts.ts';
import { DEFAULT_MESSAGES } from '#compiler/compile/compile-messages.ts';
import { checkLinkText } from './check-links.ts';

/** Checks the engine texts. */
export function checkEngineTexts(sources: SourceSet, report: Report): void {
  const texts = readTexts(sources);
  const keys = new Map<string, string>();
  for (const [key, at] of textMembers(sources)) {
    const text = texts.get(key);
    if (!text) {
      if (at.text() !== undefined || at.isObject())
        report(at, {
          code: 'unknown-text',
          found: `the key "${key}"`,
          expected: 'a group, a dot and a name, then what is put into the text: "banner.thanks {name}"',
          cure: 'Write the key as it was, or remove the line.',
        });
      continue;
    }
    checkBraces(text, at, report);
    checkLinkText(at, report);
    const twin = keys.get(text.text);
    if (twin !== undefined)
      report(at, {
        code: 'duplicate-text',
        found: `"${text.text}", which is also "${twin}"`,
        expected: 'each sentence once',
        cure: `Use "${twin}" in both places, or give one of them other words.`,
      });
    keys.set(text.text, key);
  }
  checkDefaultMessages(sources, report);
}

/** Checks a partner's overrides of engine texts: known sentences with all placeholders. */
export function checkOwnTexts(sources: SourceSet, partner: string, report: Report): void {
  const texts = readTexts(sources);
  const banner = sources.whole.cursor(`partners/${partner}.json`)?.at('banner');
  if (banner) {
    checkLinkText(banner, report);
    checkBraces({ key: 'banner', values: [] }, banner, report);
  }
  for (const [key, at] of ownTexts(sources, partner)) {
    const text = texts.get(key);
    if (!text) {
      report(at, {
        code: 'unknown-text',
        found: `the text "${key}"`,
        expected: 'a key of schemas/texts.json',
        cure: nearestCure(key, texts.keys(), 'Copy the line from schemas/texts.json, then change its words.'),
      });
      continue;
    }
    checkBraces(text, at, report);
    if (linksIn(text.text).length > 0) checkLinkText(at, report);
    else if (linksIn(at.text() ?? '').length > 0)
      report(at, {
        code: 'malformed-link',
        found: `a link in "${key}"`,
        expected: 'links only in those texts that have one in schemas/texts.json, and in "banner"',
        cure: 'Write the words without the link.',
      });
  }
}

function checkBraces({ key, values }: Pick<EngineText, 'key' | 'values'>, at: Cursor, report: Report): void {
  for (const form of at.members().values()) checkBraces({ key, values }, form, report);
  if (at.isObject()) return;
  const found = new Set(bracesIn(at.text() ?? ''));
  const unknown = [...found].find((name) => !values.includes(name));
  const missing = values.find((name) => !found.has(name));
  if (unknown === undefined && missing === undefined) return;
  const names = values.map((name) => `{${name}}`).join(' and ');
  report(at, {
    code: 'text-values',
    found:
      unknown === undefined ? `no {${missing}} in the text "${key}"` : `{${unknown}} in the text "${key}"`,
    expected: values.length === 0 ? 'nothing in braces { }' : `${names}, as in the key`,
    cure:
      unknown === undefined
        ? `Write {${missing}} where it is to be put in.`
        : nearestCure(unknown, values, 'Remove the braces with what is in them.'),
  });
}

/** Checks that each default message of a question has a text, and no other. Types of the code check the other texts. */
function checkDefaultMessages(sources: SourceSet, report: Report): void {
  const texts = [...readTexts(sources).values()].filter(({ group }) => group === QUESTION_TEXTS);
  const known = new Set(texts.map(({ name }) => name));
  const missing = [...DEFAULT_MESSAGES].filter((name) => !known.has(name));
  for (const { key, name, at } of texts) {
    if (DEFAULT_MESSAGES.has(name)) continue;
    report(at, {
      code: 'unknown-text',
      found: `the text "${key}", which is shown nowhere`,
      expected: 'a text that the application shows',
      cure: nearestCure(name, missing, 'Remove the line, or write its key as it was.'),
    });
  }
  const file = sources.whole.cursor('texts.json');
  if (!file) return;
  for (const name of missing) {
    report(file, {
      code: 'unknown-text',
      found: `no text "${QUESTION_TEXTS}.${name}", which the application shows`,
      expected: 'a line for it',
      cure: 'Bring the line back, with the key that it had.',
    });
  }
}
