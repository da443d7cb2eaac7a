import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import registry from '#client/widgets/registry.json' with { type: 'json' };
import { loadCardWidgets } from '#client/screens/account/use-card.ts';
import { widgetNamed, widgets } from '#client/widgets/registry.ts';
import { question } from '#test/form/build-definition.ts';
import { renderWidget } from './render-widget.tsx';

const options = [
  { value: 'Y', label: 'Yes' },
  { value: 'N', label: 'No' },
];

describe('radio', () => {
  it('is a named group with one chosen option', async () => {
    const { reported, user } = renderWidget('radio', {}, { options, value: 'N' });
    expect(screen.getByRole('radiogroup', { name: 'Question' }).id).toBe('q-group');
    expect(screen.getByRole('radio', { name: 'No' })).toHaveProperty('checked', true);
    await user.click(screen.getByRole('radio', { name: 'Yes' }));
    expect(reported).toEqual(['Y']);
  });

  it.each([true, false])('is cleared by keyboard (required: %s)', async (required) => {
    const { reported, user } = renderWidget('radio', {}, { options, value: 'N', required });
    await user.tab();
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Clear Question' }));
    await user.keyboard('{Enter}');
    expect(reported).toEqual(['']);
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Yes' }));
    expect(screen.getByRole('radio', { name: 'No' })).toHaveProperty('checked', false);
    expect(screen.queryByRole('button', { name: 'Clear Question' })).toBeNull();
  });

  it('a retired choice can be cleared', async () => {
    const { reported, user } = renderWidget('radio', {}, { options, value: 'M' });
    await user.click(screen.getByRole('button', { name: 'Clear Question' }));
    expect(reported).toEqual(['']);
  });

  it('has no Clear while nothing is chosen', () => {
    renderWidget('radio', {}, { options });
    expect(screen.queryByRole('button', { name: 'Clear Question' })).toBeNull();
  });
});

describe.each([
  ['radio', 'radio'],
  ['checkboxes', 'checkbox'],
] as const)('the groups of a list as %s', (widget, role) => {
  it('are headings, with ungrouped options outside', () => {
    const grouped = [...options, { value: 'M', label: 'Perhaps', group: 'Unsure' }];
    renderWidget(widget, {}, { options: grouped });
    const group = within(screen.getByRole('group', { name: 'Unsure' }));
    expect(group.getByRole(role, { name: 'Perhaps' }).id).toBe('q-3');
    expect(group.queryByRole(role, { name: 'Yes' })).toBeNull();
    expect(group.getByText('Unsure')).toBeTruthy();
  });
});

describe('checkbox', () => {
  it('is next to its question, and toggles', async () => {
    const { reported, user } = renderWidget('checkbox', { type: 'boolean' });
    await user.click(screen.getByRole('checkbox', { name: 'Question' }));
    await user.click(screen.getByRole('checkbox', { name: 'Question' }));
    expect(reported).toEqual([true, false]);
  });
});

describe('checkboxes', () => {
  it('the answer keeps the order of the options, and nothing checked is empty', async () => {
    const { reported, user } = renderWidget('checkboxes', { type: 'array' }, { options, value: ['N'] });
    await user.click(screen.getByRole('checkbox', { name: 'Yes' }));
    await user.click(screen.getByRole('checkbox', { name: 'No' }));
    await user.click(screen.getByRole('checkbox', { name: 'Yes' }));
    expect(reported).toEqual([['Y', 'N'], ['Y'], '']);
  });

  it('an exclusive choice unchecks the others, and is unchecked by them', async () => {
    const none = { value: 'none', label: 'None of these', exclusive: true } as const;
    const part = { options: [...options, none], value: ['Y', 'N'] };
    const { reported, user } = renderWidget('checkboxes', { type: 'array' }, part);
    await user.click(screen.getByRole('checkbox', { name: 'None of these' }));
    expect(screen.getByRole('checkbox', { name: 'Yes' })).toHaveProperty('checked', false);
    await user.click(screen.getByRole('checkbox', { name: 'Yes' }));
    expect(screen.getByRole('checkbox', { name: 'None of these' })).toHaveProperty('checked', false);
    await user.click(screen.getByRole('checkbox', { name: 'Yes' }));
    expect(reported).toEqual([['none'], ['Y'], '']);
  });

  it('a retired choice is shown, kept with others, and can be removed', async () => {
    const { reported, user } = renderWidget(
      'checkboxes',
      { type: 'array' },
      { options, value: ['M', 'N'], describedBy: 'error-q' },
    );
    const gone = screen.getByRole('checkbox', { name: 'No longer offered' });
    expect(gone).toHaveProperty('checked', true);
    await user.click(screen.getByRole('checkbox', { name: 'Yes' }));
    await user.click(gone);
    expect(reported).toEqual([
      ['Y', 'N', 'M'],
      ['Y', 'N'],
    ]);
    expect(screen.queryByRole('checkbox', { name: 'No longer offered' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Yes' }));
  });
});

describe('the registry', () => {
  it('renders every widget that it lists', () => {
    expect([...widgets.keys(), 'common'].toSorted()).toEqual(Object.keys(registry).toSorted());
  });

  it.each(['text', 'password', 'dropdown'])('a log-in card renders a %s like the pages', async (widget) => {
    const find = await loadCardWidgets([question('q', { widget })]);
    expect(find(widget)).toEqual(widgetNamed(widget));
  });

  it('an unknown widget is an error with the remedy', () => {
    expect(() => widgetNamed('slider')).toThrow(/no widget "slider".*registry\.json knows text/);
  });
});
