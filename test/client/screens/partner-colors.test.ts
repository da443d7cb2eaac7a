import { expect, it } from 'vitest';
import { toColorRule } from '#client/theme/partner-colors.ts';
import { toyPartner } from './toy-form.ts';

it('the colours of the partner become custom properties of the root', () => {
  const rule = toColorRule(toyPartner.colors);
  expect(rule).toContain(
    ':root{--color-primary-extra-light:#eee;--color-primary-light:#999;--color-primary:#333;',
  );
  expect(rule).toContain('--color-disabled-dark:#000;}');
});

it.each(['red;}body{display:none', 'url(x)', '', '#12'])('"%s" is refused as a colour', (main) => {
  const colors = { ...toyPartner.colors, primary: { ...toyPartner.colors.primary, main } };
  expect(() => toColorRule(colors)).toThrow(`colors.primary.main is "${main}"`);
});

it.each(['#1d4e6e', 'rgb(29 78 110)', 'hsl(204, 58%, 27%)', 'white'])('"%s" is a colour', (main) => {
  const colors = { ...toyPartner.colors, primary: { ...toyPartner.colors.primary, main } };
  expect(toColorRule(colors)).toContain(`--color-primary:${main};`);
});
