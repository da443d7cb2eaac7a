import type { Context } from '#compiler/compile/context.ts';
import type { Cursor } from '#compiler/source/cursor.ts';
import type { Report } from '#compiler/source/fault.ts';
import { kindOf, layoutNodes } from '#compiler/source/layout-nodes.ts';
import { isLinkAddress, linksIn, unfinishedLink } from '#compiler/source/rich-text.ts';
import type { FilePair } from '#compiler/source/source-set.ts';

/** Checks that links in layout texts are complete and have a valid target. */
export function checkLinks(pair: FilePair, { sources, report }: Context): void {
  for (const node of layoutNodes(pair.ui, sources.partner)) {
    for (const text of linkTexts(node)) checkLinkText(text, report);
  }
}

function linkTexts(node: Cursor): readonly Cursor[] {
  if (kindOf(node) === 'text') return node.list('paragraphs');
  const help = kindOf(node) === 'section' ? node.at('help') : undefined;
  return help ? [help] : [];
}

/** Addresses that a browser would execute. */
const SCRIPT = /\[[^[\]]*\]\(\s*((?:javascript|vbscript|data):)\S*/gi;

/** Checks that the links in a text are complete and have a valid target. */
export function checkLinkText(at: Cursor, report: Report): void {
  const written = at.text() ?? '';
  const [script] = [...written.matchAll(SCRIPT)].map(([, scheme]) => scheme);
  if (script !== undefined) {
    report(at, {
      code: 'malformed-link',
      found: `a link that begins with "${script}", which would run a script`,
      expected: 'a link to a web page or an email address; nothing in a text can run a script',
      cure: 'Link to a page, with an address that begins with https://, or remove the link.',
    });
  }
  const text = written.replaceAll(SCRIPT, '');
  const unfinished = unfinishedLink(text);
  if (unfinished !== undefined) {
    report(at, {
      code: 'malformed-link',
      found: `"${unfinished}", an incomplete link`,
      expected: 'a link such as [our catalog](https://catalog.example.edu), with no space between ] and (',
      cure: 'Write the words in [ ], and right after them the address in ( ) without spaces.',
    });
  }
  for (const { text: words, href } of linksIn(text)) {
    // Unknown placeholders are reported by their own rule.
    if (isLinkAddress(href) || /\{[\w.]+\}/.test(href)) continue;
    report(at, {
      code: 'malformed-link',
      found: `the link "${words}" to "${href}"`,
      expected: 'a full address that begins with https:// or mailto:',
      cure: addressCure(href),
    });
  }
}

function addressCure(href: string): string {
  if (/^[^\s:/@]+@[^\s@]+$/.test(href)) return `Write (mailto:${href}).`;
  const address = href.replace(/^http:\/\//i, '');
  if (/^[\w-]+(?:\.[\w-]+)+(?:[/:?#]|$)/.test(address)) return `Write (https://${address}).`;
  return 'Correct the address, or use a value of the partner, e.g. ({partner.links.faq}).';
}

/** Reports links outside layout texts, where they would show as written. */
export function checkNoLinks(root: Cursor, report: Report, name = ''): void {
  const text = root.text();
  // Patterns are not texts and may contain these characters.
  if (text !== undefined && name !== 'pattern' && (linksIn(text).length > 0 || /\]\(/.test(text))) {
    report(root, {
      code: 'malformed-link',
      found: `a link in "${name}"`,
      expected: 'links only in the "paragraphs" of a text and in the "help" of a section',
      cure: 'Move it to a {"kind": "text", "paragraphs": […]} next to the question, or remove the link.',
    });
  }
  const isSection = kindOf(root) === 'section';
  for (const [member, value] of root.members()) {
    const mayLink = member === 'paragraphs' || (member === 'help' && isSection);
    if (!mayLink) checkNoLinks(value, report, member);
  }
  for (const item of root.items()) checkNoLinks(item, report, name);
}
