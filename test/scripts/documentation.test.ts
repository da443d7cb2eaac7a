import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '#compiler/source/schema-paths.ts';

const IMAGES = 'docs/images';
const BEHAVIOR = 'docs/behavior.md';

/** Returns project files by patterns, as relative paths. */
function filesOf(...patterns: readonly string[]): readonly string[] {
  return globSync([...patterns], { cwd: PROJECT_ROOT })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => !file.includes('node_modules') && !file.startsWith('src/generated/'))
    .toSorted();
}

function read(file: string): string {
  return readFileSync(path.join(PROJECT_ROOT, file), 'utf8');
}

/** Returns a document's links and images within the project, as relative paths with anchors. */
function linksOf(document: string): readonly string[] {
  const text = read(document)
    .replaceAll(/^( *)```[\s\S]*?^\1```/gm, '')
    .replaceAll(/`[^`\n]*`/g, '');
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g)].map(
    ([, link, image]) => link ?? image ?? '',
  );
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) =>
      target.startsWith('#') ? document + target : path.posix.join(path.posix.dirname(document), target),
    );
}

/** Returns the anchors of a document's headings, as on GitHub. */
function anchorsOf(document: string): readonly string[] {
  return [...read(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-'),
  );
}

function leadsSomewhere(link: string): boolean {
  const [file = '', anchor] = link.split('#');
  if (!existsSync(path.join(PROJECT_ROOT, file))) return false;
  return anchor === undefined || anchorsOf(file).includes(anchor);
}

/** Returns how often tests run, by default and in full; `all` where it is not a number. */
function roundsIn(file: string, pattern: RegExp): readonly string[] {
  return [...read(file).matchAll(pattern)].map(
    ([, usual, full = '']) => `${usual} ${/^\d/.test(full) ? full.replace(',', '') : 'all'}`,
  );
}

const DOCUMENTS = filesOf('*.md', '.github/*.md', '{docs,schemas,deploy,test}/**/*.md');

describe('the documentation', () => {
  it.each(DOCUMENTS)('has no broken link in %s', (document) => {
    expect(linksOf(document).filter((link) => !leadsSomewhere(link))).toEqual([]);
  });

  it('shows every picture in docs/images', () => {
    const shown = DOCUMENTS.flatMap(linksOf);
    const pictures = filesOf(`${IMAGES}/**/*.{png,webp}`);
    expect(pictures.filter((picture) => !shown.includes(picture))).toEqual([]);
  });

  it('has the sections and decisions that code cites', () => {
    const sections = [...read(BEHAVIOR).matchAll(/^(?:#+ |\*\*)(\d+(?:\.\d+)?)[. ]/gm)].map(
      ([, number]) => number,
    );
    const decisions = filesOf('docs/decisions/*').map((file) => Number.parseInt(path.basename(file), 10));
    const missing = filesOf('vite.config.ts', '{src,scripts,test}/**/*.{ts,tsx,css,mjs}').flatMap((file) => {
      const text = read(file);
      const cited = [...text.matchAll(/docs\/behavior\.md (\d+(?:\.\d+)?)/g)].map(([, number]) => number);
      const decided = [...text.matchAll(/\bdecisions? (\d+)\b/g)].map(([, number]) => Number(number));
      return [
        ...cited.filter((number) => !sections.includes(number)),
        ...decided.filter((number) => !decisions.includes(number)),
      ].map((number) => `${file} cites ${number}`);
    });
    expect(missing).toEqual([]);
  });

  it('lists how often random and repeated tests run', () => {
    const table = roundsIn('test/README.md', /^\|[^|]+\| +(\d+) +\| +([\d,]+|all) +\|$/gm);
    const code = filesOf('test/**/*.ts').flatMap((file) => roundsIn(file, /\brounds\((\d+), (\w+)/g));
    expect(table.toSorted()).toEqual([...new Set(code)].toSorted());
  });
});
