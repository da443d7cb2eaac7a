import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Link, MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { PageDefinition } from '#form/definition/definition.ts';
import type { FormStore } from '#client/questionnaire/store/form-store.ts';
import { FormPage } from '#client/questionnaire/FormPage.tsx';
import { useQuestionFocus } from '#client/questionnaire/focus-question.ts';
import { form, page, question } from '#test/form/build-definition.ts';
import { firstPage, storeOf, toyStore } from './toy-pages.ts';

type ScreenProps = { isLoaded: boolean; store: FormStore; page?: PageDefinition; section?: string };

function Screen({ isLoaded, store, page: shown = firstPage, section }: ScreenProps) {
  useQuestionFocus(true, section);
  return (
    <>
      <Link to="/first#given">Given Name is missing</Link>
      {isLoaded && <FormPage page={shown} store={store} />}
    </>
  );
}

function show(address: string, answers = {}, section = '') {
  const store = toyStore(answers);
  const screenWith = (isLoaded: boolean) => (
    <MemoryRouter initialEntries={[address]}>
      <Screen isLoaded={isLoaded} store={store} section={section} />
    </MemoryRouter>
  );
  const { rerender } = render(screenWith(false));
  return { store, load: () => rerender(screenWith(true)) };
}

const focused = () => document.activeElement?.id;

describe('a link to a question', () => {
  it.each([
    ['the control, once the page is there', 'given', 'given'],
    ['the chosen option of a group', 'pet', 'pet-2'],
    ['the year next to a month', 'year', 'year'],
    ['a control in a confirmation, which it opens', 'secret', 'secret'],
  ])('focuses %s', async (_, key, id) => {
    const { load } = show(`/first#${key}`, { pet: 'N' });
    load();
    await waitFor(() => expect(focused()).toBe(id));
  });

  it('focuses the number, not its dial code', async () => {
    const code = question('code', { options: 'codes', partOf: 'call' });
    const call = question('call', { widget: 'phone', parts: ['code'] });
    const calls = page([call, code]);
    const definition = form([calls], { options: { codes: [{ value: '44', label: '+44 United Kingdom' }] } });
    const store = storeOf(definition);
    render(
      <MemoryRouter initialEntries={['/first#call']}>
        <Screen isLoaded store={store} page={calls} />
      </MemoryRouter>,
    );
    await waitFor(() => expect(focused()).toBe('call'));
  });

  it('opens a closed tab', async () => {
    const { load, store } = show('/first#link');
    load();
    await waitFor(() => expect(focused()).toBe('link'));
    expect(store.state().form.tabs).toEqual({ more: 'west' });
  });

  it('works a second time', async () => {
    const { load } = show('/first');
    load();
    const user = userEvent.setup();
    const link = screen.getByRole('link', { name: 'Given Name is missing' });
    await user.click(link);
    await waitFor(() => expect(focused()).toBe('given'));
    await user.click(link);
    await waitFor(() => expect(focused()).toBe('given'));
  });

  it('ignores a malformed hash', () => {
    const { load } = show('/first#%E0%A4%A');
    load();
    expect(document.activeElement).toBe(document.body);
  });
});

describe('a link to a section', () => {
  it('focuses its heading', async () => {
    const { load } = show('/first#person');
    load();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Person' })));
  });

  it('prefers a question of the same name', async () => {
    const { load } = show('/first#pet', { pet: 'Y' });
    load();
    await waitFor(() => expect(focused()).toBe('pet-1'));
  });

  it('focuses the section if the link says so', async () => {
    const { load } = show('/first#pet', { pet: 'Y' }, 'pet');
    load();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Pet' })));
  });

  it('waits while the section is hidden', () => {
    const { load } = show('/first#pet', { pet: 'N' }, 'pet');
    load();
    expect(document.activeElement).toBe(document.body);
  });
});
