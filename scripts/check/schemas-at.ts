import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CompiledSchemas, compileSchemas } from '#compiler/compile-schemas.ts';
import { isError } from '#compiler/source/fault.ts';

/**
 * The questionnaire of a project as a commit has it.
 *
 * @returns undefined where it is the same now, where it cannot be used, and where there is no such commit
 */
export function schemasAt(commit: string, project: string): CompiledSchemas['partners'] | undefined {
  const changed = changedSince(commit, project);
  if (changed.length === 0) return undefined;
  const folder = mkdtempSync(path.join(tmpdir(), 'schemas-'));
  try {
    cpSync(path.join(project, 'schemas'), path.join(folder, 'schemas'), { recursive: true });
    for (const name of changed) {
      const file = path.join(folder, name);
      const text = git(project, 'show', `${commit}:${name}`);
      rmSync(file, { force: true });
      if (!text) continue;
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    const { partners, faults } = compileSchemas(path.join(folder, 'schemas'));
    return faults.some(isError) ? undefined : partners;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Files of the questionnaire that differ from a commit; none where the project is no repository of its own. */
function changedSince(commit: string, project: string): readonly string[] {
  const top = git(project, 'rev-parse', '--show-toplevel')?.toString().trim();
  if (top === undefined || realpathSync(top) !== realpathSync(project)) return [];
  const known = git(project, 'diff', '--name-only', '--no-renames', '-z', commit, '--', 'schemas');
  if (!known) return [];
  const others = git(project, 'ls-files', '--others', '--exclude-standard', '-z', '--', 'schemas');
  return [known, others]
    .flatMap((names) => names?.toString().split('\0') ?? [])
    .filter((name) => name !== '');
}

/** What git says; undefined where it refuses or is not there. */
function git(project: string, ...words: readonly string[]): Buffer | undefined {
  const { status, stdout } = spawnSync('git', words, { cwd: project, maxBuffer: 64 * 1024 * 1024 });
  return status === 0 ? stdout : undefined;
}
