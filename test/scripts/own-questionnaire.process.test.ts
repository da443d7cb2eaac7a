import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SERVICE_PARTS } from '#scripts/package/needed-files.ts';
import { writeQuestionnaire } from '#scripts/import-form/write-questionnaire.ts';
import { TINY_FORM } from '#test/compiler/tiny-form.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { copyProject } from '#test/support/project-copy.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

test('SCHEMAS_DIR selects a questionnaire in a repository of its own', () => {
  const project = copyProject(TINY_FORM);
  onTestFinished(() => rmSync(project, { recursive: true }));
  const folder = path.join(temporaryFolder(), 'club');
  writeQuestionnaire(folder);
  const git = (...words: readonly string[]) => {
    const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
    expect(spawnSync('git', [...author, ...words], { cwd: folder }).status).toBe(0);
  };
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', '.');
  git('commit', '--quiet', '--message', 'first');
  const run = (command: string, ...words: readonly string[]) => {
    const env = { ...process.env, SCHEMAS_DIR: folder };
    const { stdout, stderr } = spawnSync(process.execPath, [`scripts/${command}.ts`, ...words], {
      cwd: project,
      env,
      encoding: 'utf8',
    });
    return stdout + stderr;
  };
  const types = path.join(project, 'src/generated/answers.ts');
  const before = readFileSync(types, 'utf8');

  expect(run('check')).toContain(`All files in ${folder} are valid`);
  expect(readFileSync(path.join(folder, 'answers.ts'), 'utf8')).toContain('message?: string');
  expect(existsSync(path.join(folder, 'meta/ui.meta.json'))).toBe(true);
  expect(readFileSync(types, 'utf8')).toBe(before);
  // All that a package takes of a questionnaire; of `schemas` it takes the engine's calls.
  expect(readForm('default', project).title).toBe('Our Form');
  expect(readFileSync(path.join(project, 'src/generated/directories.ts'), 'utf8')).toContain(
    'directories = {};',
  );
  expect(SERVICE_PARTS.filter((part) => part.startsWith('schemas'))).toEqual(['schemas/api']);
  const page = path.join(folder, 'pages/about.schema.json');
  writeFileSync(page, readFileSync(page, 'utf8').replace('"title": "Message"', '"title": "Your Message"'));
  expect(run('changes', '--since', 'HEAD')).toContain('“Your Message”');
  expect(run('why', 'message')).toContain('Your Message');
});
