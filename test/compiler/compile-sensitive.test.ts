import { describe, expect, it } from 'vitest';
import { compileSchemas } from '#compiler/compile-schemas.ts';
import { compileTiny, TINY_FORM, tinyFile, tinyFormWith } from './tiny-form.ts';

const YOU = 'pages/you.schema.json';

function sensitiveOf(members: Readonly<Record<string, object>>): readonly string[] | undefined {
  const file = tinyFile(YOU);
  const properties = { ...file.properties };
  for (const [key, more] of Object.entries(members)) properties[key] = { ...properties[key], ...more };
  const folder = tinyFormWith(new Map([[YOU, JSON.stringify({ ...file, properties })]]));
  return compileTiny('default', folder).definition.sensitive;
}

describe('the encrypted keys', () => {
  it('are absent in a form without sensitive questions', () => {
    expect(compileTiny('default', TINY_FORM).definition).not.toHaveProperty('sensitive');
  });

  it('include a sensitive question and its stored label', () => {
    expect(sensitiveOf({ nick: { sensitive: true } })).toEqual(['nick']);
    expect(sensitiveOf({ home: { sensitive: true } })).toEqual(['home', 'home_desc']);
  });

  it('include former names and compatibility copies', () => {
    const formerly = { lives_in: { a: 'flat' }, home: { hut: 'house' } };
    expect(sensitiveOf({ home: { sensitive: true, formerly } })).toEqual([
      'former:home',
      'home',
      'home_desc',
      'lives_in',
      'lives_in_desc',
    ]);
  });

  it('are not supported on log-in cards, as the check reports', () => {
    const name = 'accounts/login.schema.json';
    const file = tinyFile(name);
    const text = JSON.stringify(file, (key, value) =>
      key === 'username' ? { ...value, sensitive: true } : value,
    );
    const { faults } = compileSchemas(tinyFormWith(new Map([[name, text]])));
    expect(faults).toEqual([expect.objectContaining({ code: 'card', cure: 'Remove "sensitive".' })]);
  });
});
