import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CompiledSchemas, compileSchemas } from '#compiler/compile-schemas.ts';
import { formatFaults, isError } from '#compiler/source/fault.ts';

/** The questionnaire of an earlier commit, compiled with today's code; or why it is unavailable. */
export type OlderSchemas =
  | { readonly kind: 'older'; readonly partners: CompiledSchemas['partners'] }
  | { readonly kind: 'same' }
  | { readonly kind: 'unknown'; readonly sentence: string };

/**
 * @param since a commit; default: the merge base with main
 * @param schemas the folder of the questionnaire, in any git repository
 */
export function olderSchemas(since: string | undefined, schemas: string): OlderSchemas {
  const found = commitNamed(since, schemas);
  if (typeof found !== 'string') return found;
  if (isSameSince(found, schemas)) return { kind: 'same' };
  const folder = mkdtempSync(path.join(tmpdir(), 'schemas-'));
  try {
    const input = git(schemas, 'archive', found, '.');
    spawnSync('tar', ['-x', '-C', folder], { input });
    return compiled(found, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Unknown = Extract<OlderSchemas, { kind: 'unknown' }>;

function unknown(sentence: string): Unknown {
  return { kind: 'unknown', sentence };
}

function commitNamed(since: string | undefined, schemas: string): string | Unknown {
  if (spawnSync('git', ['--version']).error)
    return unknown('git is not installed, so there is nothing to compare with.');
  // A folder inside the repository of something else has no files there.
  if (!git(schemas, 'ls-files', '--', 'form.json')?.length)
    return unknown('This folder is not a git repository, so there is nothing to compare with.');
  const isShallow = git(schemas, 'rev-parse', '--is-shallow-repository')?.toString().trim() === 'true';
  const deepen = isShallow
    ? ' This clone has only the newest commits: run `git fetch --unshallow`, or in CI check out with `fetch-depth: 0`.'
    : '';
  if (since !== undefined)
    return resolved(since, schemas) ?? unknown(`There is no commit "${since}" here.${deepen}`);
  const main = ['origin/main', 'main'].find((name) => resolved(name, schemas) !== undefined);
  if (main === undefined)
    return unknown(
      `There is no branch main to compare with. Name a commit: \`npm run changes -- --since <commit>\`.${deepen}`,
    );
  const base = git(schemas, 'merge-base', 'HEAD', main)?.toString().trim();
  return base ?? unknown(`This branch and ${main} have no commit in common.${deepen}`);
}

function resolved(commit: string, schemas: string): string | undefined {
  return git(schemas, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`)
    ?.toString()
    .trim();
}

function compiled(commit: string, folder: string): OlderSchemas {
  const { partners, faults } = compileSchemas(folder);
  // Engine texts belong to the code, which is today's.
  const errors = faults.filter((fault) => isError(fault) && fault.file !== 'texts.json');
  if (errors.length === 0 && partners.size > 0) return { kind: 'older', partners };
  return unknown(
    `The files of ${commit.slice(0, 10)} cannot be compared, because the current compiler rejects them:\n${formatFaults(errors.slice(0, 3))}`,
  );
}

function isSameSince(commit: string, schemas: string): boolean {
  const others = git(schemas, 'ls-files', '--others', '--exclude-standard', '--', '.');
  return git(schemas, 'diff', '--quiet', commit, '--', '.') !== undefined && others?.length === 0;
}

/** Runs git; undefined if it fails. */
function git(folder: string, ...words: readonly string[]): Buffer | undefined {
  const { status, stdout } = spawnSync('git', words, { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
  return status === 0 ? stdout : undefined;
}
