import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderWidget } from './render-widget.tsx';

const list = (prefix: string) =>
  Array.from({ length: 20 }, (_, index) => ({ value: `${prefix}${index}`, label: `${prefix} ${index}` }));

const box = () => screen.getByRole('combobox', { name: 'Question' });

describe('a dropdown that depends on another answer', () => {
  it('discards typed text with another list', async () => {
    const { reported, user, rerender } = renderWidget('conditionalDropdown', {}, { options: list('State') });
    await user.type(box(), 'sta');
    rerender({ options: list('Province') });
    expect(box()).toHaveProperty('value', '');
    expect(screen.queryByRole('listbox')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
    expect(reported).toEqual([]);
  });

  it('is a text if the other answer has no list', async () => {
    const dependsOn = { valueKey: 'land', lists: { a: 'letters' }, otherwise: 'text' } as const;
    const { reported, user, rerender } = renderWidget('conditionalDropdown', { dependsOn });
    await user.type(screen.getByRole('textbox', { name: 'Question' }), ' Kent {Tab}');
    expect(reported).toEqual(['Kent']);
    rerender({ options: list('State') });
    expect(box().getAttribute('aria-autocomplete')).toBe('list');
  });
});
