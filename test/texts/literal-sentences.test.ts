import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as texts from '#generated/texts.ts';
import { sourceFiles } from '#test/support/source-files.ts';
import { literalMarks, literalSentences } from './literal-sentences.ts';

/** Where sentences are in the code, since no student reads them → who does. */
const FOR_OTHERS = {
  'src/form/definition/soundness.ts': 'who starts a server with a form that is not sound',
  'src/server/start/start-errors.ts': 'who starts a server',
  'src/server/database/': 'who starts a server',
  'src/server/files/open-files.ts': 'who starts a server',
  'src/server/sandbox/': 'who starts a server',
  'src/server/operator/': 'who gives a command',
  'src/server/backup/': 'who gives a command',
  'src/server/lookup/import/': 'who imports schools',
  'src/server/lookup/lookup-operations.ts': 'who imports schools',
  'src/server/metrics/': 'who watches the figures',
  'src/server/http/health-routes.ts': 'who watches the server',
  'src/server/pdf/render/': 'who reads the log',
};
const found = sourceFiles()
  .filter((file) => /^src\/(?:client|form|server|texts)\//.test(file))
  .flatMap((file) => literalSentences(file, readFileSync(file, 'utf8')));

describe('the sentences in the code', () => {
  it('are none that a student reads: those are in schemas/texts.json', () => {
    const places = Object.keys(FOR_OTHERS);
    expect(found.filter((one) => !places.some((place) => one.startsWith(place)))).toEqual([]);
  });

  it('have the marks around what is put into them from there, too', () => {
    const shown = sourceFiles().filter((file) => /^src\/(?:client|form|server\/application)\//.test(file));
    expect(shown.flatMap((file) => literalMarks(file, readFileSync(file, 'utf8')))).toEqual([]);
  });

  it.each(Object.entries(FOR_OTHERS))('in %s are for %s', (place) => {
    expect(found.some((one) => one.startsWith(place))).toBe(true);
  });
});

it('the code shows every text of schemas/texts.json', () => {
  const code = sourceFiles().map((file) => readFileSync(file, 'utf8'));
  const shown = new Set(code.flatMap((each) => each.match(/\b\w+Texts\.\w+/g) ?? []));
  const all = Object.entries(texts).flatMap(([group, own]) =>
    Object.keys(own).map((name) => `${group}.${name}`),
  );
  expect(all.filter((each) => !shown.has(each))).toEqual([]);
});

describe('a sentence in the code', () => {
  it.each([
    ['in an object', "reply.send({ message: 'You are logged in.' });"],
    ['in a constant', "const SAVED = 'Your answers are saved.';"],
    ['with something put in', 'const text = `There are ${count} of them.`;'],
    ['of a refusal', "throw new Refusal(409, 'It was changed elsewhere.');"],
    ['between tags', 'const hint = <p>Choose one</p>;'],
    ['that is read out', 'const close = <button aria-label="Close" />;'],
  ])('is found %s', (_where, code) => {
    expect(literalSentences('one.tsx', code)).toHaveLength(1);
  });

  it.each([
    ['an error', "throw new RangeError('The page is not there.');"],
    ['a fault', "throw fileFault('The file is not there.');"],
    ['a log', "parts.log.warn({ file }, 'The file is not there.');"],
    ['a name', "const kind = 'submitted';"],
    ['a text of the engine', 'const hint = <p title={say(texts.hint)}>{say(texts.choose)}</p>;'],
  ])('is none of %s', (_what, code) => {
    expect(literalSentences('one.tsx', code)).toEqual([]);
  });
});
