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

describe('what is encrypted where it is stored', () => {
  it('is nothing in a form that marks nothing', () => {
    expect(compileTiny('default', TINY_FORM).definition).not.toHaveProperty('sensitive');
  });

  it('is a marked question, with the label of what is chosen', () => {
    expect(sensitiveOf({ nick: { sensitive: true } })).toEqual(['nick']);
    expect(sensitiveOf({ home: { sensitive: true } })).toEqual(['home', 'home_desc']);
  });

  it('is the same under former names, and what is kept under its own for the older form', () => {
    const formerly = { lives_in: { a: 'flat' }, home: { hut: 'house' } };
    expect(sensitiveOf({ home: { sensitive: true, formerly } })).toEqual([
      'former:home',
      'home',
      'home_desc',
      'lives_in',
      'lives_in_desc',
    ]);
  });

  it('is nothing on a log-in card, which the check says', () => {
    const name = 'accounts/login.schema.json';
    const file = tinyFile(name);
    const text = JSON.stringify(file, (key, value) =>
      key === 'username' ? { ...value, sensitive: true } : value,
    );
    const { faults } = compileSchemas(tinyFormWith(new Map([[name, text]])));
    expect(faults).toEqual([expect.objectContaining({ code: 'card', cure: 'Remove "sensitive".' })]);
  });
});
