import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { question } from '#test/form/build-definition.ts';
import { renderWidget } from './render-widget.tsx';

const codes = [
  { value: '1', label: '+1 United States, Canada' },
  { value: '44', label: '+44 United Kingdom, Guernsey' },
];
const part = (value?: string) => ({
  question: question('code', { label: 'Country Code', options: 'dial-codes', partOf: 'q' }),
  value,
  options: codes,
});

const number = () => screen.getByRole('textbox', { name: 'Question' });
const code = () => screen.getByRole('combobox', { name: 'Question Country Code' });

describe('a phone number with a dial code', () => {
  it('each control has its key as id and its own name', () => {
    renderWidget('phone', {}, { parts: [part()] });
    expect([code().id, number().id]).toEqual(['code', 'q']);
  });

  it('the code is found by the name of the country and shown short', async () => {
    const { partsReported, user } = renderWidget('phone', {}, { parts: [part()] });
    await user.type(code(), 'kingdom{Enter}');
    expect(partsReported).toEqual([['code', '44']]);
    expect(code()).toHaveProperty('value', '+44');
  });

  it('a code of many countries shows the searched one first', async () => {
    const { user } = renderWidget('phone', {}, { parts: [part()] });
    await user.type(code(), 'can');
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      '+1 Canada, United States',
    ]);
  });

  it.each([
    [undefined, '(202) 555-0123'],
    ['1', '(202) 555-0123'],
    ['44', '2025550123'],
  ])('with the code %s is shown as %s', (value, text) => {
    renderWidget('phone', {}, { value: '2025550123', parts: [part(value)] });
    expect(number()).toHaveProperty('value', text);
  });

  it('is reformatted for another country', async () => {
    const { reported, user } = renderWidget(
      'phone',
      { ui: { store: 'digits' } },
      { value: '2025550123', parts: [part()] },
    );
    await user.type(code(), '44{Enter}');
    expect(number()).toHaveProperty('value', '2025550123');
    expect(reported).toEqual([]);
  });

  it('is stored reformatted for another country', async () => {
    const { reported, user } = renderWidget('phone', {}, { value: '(202) 555-0123', parts: [part()] });
    await user.type(code(), '44{Enter}');
    expect(reported).toEqual(['2025550123']);
  });

  it('the browser fills in the code where it fills in the number', () => {
    renderWidget('phone', { ui: { autocomplete: 'mobile tel-national' } }, { parts: [part()] });
    expect(code().getAttribute('autocomplete')).toBe('mobile tel-country-code');
    expect(number().getAttribute('autocomplete')).toBe('mobile tel-national');
  });
});

describe('a phone number', () => {
  it('deletes through its punctuation', async () => {
    const { reported, user } = renderWidget('phone', { ui: { store: 'digits' } }, { value: '2025550123' });
    await user.type(number(), '{Backspace>6/}');
    expect(number()).toHaveProperty('value', '(202) 5');
    await user.tab();
    expect(reported).toEqual(['2025']);
  });
});

it.each([
  ['phone', '2025550123', '(202) 555-0123', 'tel'],
  ['socialSecurity', '123456789', '123-45-6789', 'numeric'],
])(
  'a %s is formatted while typing, stored so, and has its keyboard',
  async (widget, digits, text, keyboard) => {
    const { reported, user } = renderWidget(widget, {});
    await user.type(number(), digits);
    expect(number()).toHaveProperty('value', text);
    await user.tab();
    expect(reported).toEqual([text]);
    expect(number().getAttribute('inputmode')).toBe(keyboard);
  },
);
