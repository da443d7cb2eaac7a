import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { drawWidget } from './draw-widget.tsx';

const list = (prefix: string) =>
  Array.from({ length: 20 }, (_, index) => ({ value: `${prefix}${index}`, label: `${prefix} ${index}` }));

const box = () => screen.getByRole('combobox', { name: 'Question' });

describe('a dropdown that depends on another answer', () => {
  it('offers what it is given', async () => {
    const { reported, user } = drawWidget('conditionalDropdown', {}, { options: list('State') });
    await user.type(box(), 'state 7{Enter}');
    expect(reported).toEqual(['State7']);
  });

  it('with another list shows nothing of what was typed into the old one', async () => {
    const { reported, user, drawAgain } = drawWidget('conditionalDropdown', {}, { options: list('State') });
    await user.type(box(), 'sta');
    drawAgain({ options: list('Province') });
    expect(box()).toHaveProperty('value', '');
    expect(screen.queryByRole('listbox')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
    expect(reported).toEqual([]);
  });

  it('is a text where the other answer opens no list and leaves it to be written', async () => {
    const dependsOn = { valueKey: 'land', lists: { a: 'letters' }, otherwise: 'text' } as const;
    const { reported, user, drawAgain } = drawWidget('conditionalDropdown', { dependsOn });
    await user.type(screen.getByRole('textbox', { name: 'Question' }), ' Kent ');
    await user.tab();
    expect(reported).toEqual(['Kent']);
    drawAgain({ options: list('State') });
    expect(box().getAttribute('aria-autocomplete')).toBe('list');
  });

  it('with an empty list says so', () => {
    drawWidget('conditionalDropdown', {});
    expect(screen.getByRole('option').textContent).toBe('No options');
  });
});
