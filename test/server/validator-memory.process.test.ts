import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#scripts/run-tool.ts';

/** Validates answers that are wrong everywhere, and prints how many megabytes the process has grown by. */
const PROGRAM = `
  import { questionsOf } from '#form/definition/form-part.ts';
  import { validateAnswers } from '#form/validation/validate-answers.ts';
  import { loadQuestionnaire } from '#server/settings/questionnaire.ts';
  const { definition, validators } = await loadQuestionnaire(process.argv[1]);
  const wrong = (type) => type === 'array' ? Array.from({ length: 190 }, (_, at) => 'v' + at) : 'Z';
  const questions = [...questionsOf(definition).values()].filter(({ type }) => type !== 'boolean');
  const answers = Object.fromEntries(questions.map(({ key, type }) => [key, wrong(type)]));
  const megabytes = () => process.memoryUsage().rss / 1048576;
  const before = megabytes();
  for (let times = 0; times < 300; times += 1) {
    validateAnswers({ definition, validators, state: { answers, tabs: {}, counts: {} }, now: new Date() });
    await new Promise((resolve) => setImmediate(resolve));
  }
  console.log(megabytes() - before);
`;

test('wrong answers, validated again and again, take little memory', () => {
  const partner = path.join(projectRoot, 'src/generated/partners/default');
  const args = ['--input-type=module', '--eval', PROGRAM, partner];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: projectRoot, encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(Number(stdout)).toBeLessThan(200);
});
