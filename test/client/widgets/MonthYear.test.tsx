import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { question } from '#test/form/build-definition.ts';
import { renderWidget } from './render-widget.tsx';

const months = [
  { value: '1', label: 'January' },
  { value: '2', label: 'February' },
];
const year = (value?: string) => ({
  question: question('year', { partOf: 'q' }),
  value,
  options: [{ value: '2026', label: '2026' }],
});

const month = () => screen.getByRole('combobox', { name: 'Question Month' });
const yearBox = () => screen.getByRole('combobox', { name: 'Question Year' });

describe('a month with its year', () => {
  it('is one group of two lists, each with its key as id', () => {
    renderWidget('monthYear', {}, { options: months, parts: [year()] });
    expect(screen.getByRole('group', { name: 'Question' })).toBeTruthy();
    expect([month().id, yearBox().id]).toEqual(['q', 'year']);
  });

  it('reports each to its key', async () => {
    const { reported, partsReported, user } = renderWidget(
      'monthYear',
      {},
      { options: months, parts: [year()] },
    );
    await user.selectOptions(month(), 'February');
    await user.selectOptions(yearBox(), '2026');
    expect([reported, partsReported]).toEqual([['2'], [['year', '2026']]]);
  });

  it('shows a retired year', () => {
    renderWidget('monthYear', {}, { options: months, parts: [year('1990')] });
    expect(yearBox()).toHaveProperty('value', '1990');
  });
});
