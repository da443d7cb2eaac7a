import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CARD_KEYS } from '#form/definition/account-cards.ts';
import { isRecord, memberOf } from '#form/definition/own-property.ts';
import { ownText, pageTexts } from '#texts/say.ts';
import { escapeHtml } from './escape-html.ts';

/** Path-specific parts of a page. */
export type PageParts = (path: string) => {
  /** Links in the head that preload files otherwise loaded sequentially, and styles. */
  readonly head: string;
  /** Content until the client has loaded; absent: the spinner. */
  readonly screen?: string;
};

/** Reads each path's preloads and prerendered cards (decision 4). Without a build, no links. */
export function readPageParts(folder: string, partner: string): PageParts {
  const manifest = readJson(join(folder, '.vite/manifest.json'));
  const prerendered = memberOf(readJson(join(folder, '.vite/cards.json')), partner);
  const links = (sources: readonly string[]): string =>
    [...new Set(sources.flatMap((source) => filesOf(manifest, source)))].map(linkTo).join('');
  const own = `src/generated/partners/${partner}`;
  const styles = filesOf(manifest, START_FILE)
    .filter((file) => file.endsWith('.css'))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
  const style = `<style nonce="__NONCE__">${styles.join('')}</style>`;
  const cards = Object.keys(CARD_KEYS).map((card) => {
    const sources = [`${own}/partner.json`, `${own}/cards.json`, `${own}/validators/card-${card}.js`];
    const head = links([...sources, `${ACCOUNT}/AccountRoot.tsx`, `${ACCOUNT}/AccountScreens.tsx`]);
    const markup = memberOf(prerendered, card);
    const isPrerendered = typeof markup === 'string';
    return [`/${card}`, isPrerendered ? { head: style + head, screen: toScreen(markup) } : { head }] as const;
  });
  const asking = filesOf(manifest, PREFETCH_ENTRY).map(scriptOf).join('');
  const opened = (...sources: readonly string[]): ReturnType<PageParts> => ({
    head: asking + links([`${own}/partner.json`, ...sources, `${own}/form.json`]),
  });
  const form = opened(FORM_FILE);
  const mailedLink = [
    `${own}/partner.json`,
    `${ACCOUNT}/AccountRoot.tsx`,
    `${ACCOUNT}/StopRemindersScreen.tsx`,
  ];
  const byPath = new Map<string, ReturnType<PageParts>>(cards);
  for (const path of ['/stop-reminders', '/cancel-email']) byPath.set(path, { head: links(mailedLink) });
  byPath.set('/review', opened(REVIEW_FILE, `${partner}-rules`));
  return (path) => byPath.get(path) ?? form;
}

const ACCOUNT = 'src/client/screens/account';
/** Prefetches the form's first responses; its link comes first, so that it loads first. */
const PREFETCH_ENTRY = 'src/client/prefetch.ts';
/** Chunks of the start, form pages and review, as named in `clientFiles`. */
const START_FILE = 'start';
const FORM_FILE = 'form';
const REVIEW_FILE = 'review';

/** Wraps a prerendered card as inert: input would be lost when the client replaces it. */
function toScreen(markup: string): string {
  const loading = escapeHtml(ownText(pageTexts.loading));
  return `<div class="prerendered" inert>${markup}</div><span class="visually-hidden" role="status">${loading}</span>`;
}

function readJson(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Returns a built client file, by source or name, with its static dependencies. */
function filesOf(manifest: unknown, source: string): readonly string[] {
  const entry = memberOf(manifest, source) ?? namedIn(manifest, source);
  if (!isRecord(entry)) return [];
  const needed = textsOf(entry['imports']).flatMap((each) => filesOf(manifest, each));
  return [...needed, ...textsOf(entry['css']), ...textsOf([entry['file']])];
}

/** Chunks of several sources have a name instead of a source. */
function namedIn(manifest: unknown, name: string): unknown {
  if (!isRecord(manifest)) return undefined;
  return Object.values(manifest).find(
    (each) => isRecord(each) && each['name'] === name && each['src'] === undefined,
  );
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

function scriptOf(file: string): string {
  return `<script type="module" async crossorigin src="/${file}"></script>`;
}

/** Low priority, so that files do not delay API responses: a browser sends six requests at once. */
function linkTo(file: string): string {
  const href = `fetchpriority="low" href="/${file}"`;
  if (file.endsWith('.js')) return `<link rel="modulepreload" crossorigin ${href}>`;
  if (file.endsWith('.css')) return `<link rel="preload" as="style" crossorigin ${href}>`;
  return `<link rel="preload" as="fetch" crossorigin ${href}>`;
}
