import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Answers, FormDefinition } from '#form/definition/definition.ts';
import { summarize } from '#form/summary/summary.ts';
import { form, page, question, stateOf } from '#test/form/build-definition.ts';
import { createFakeBrowser, createFakeStorage } from './fake-browser.ts';
import { createFakeServer } from './fake-server.ts';
import { renderApp } from './render-app.tsx';
import { toyFiles } from './toy-form.ts';

const NOW = new Date('2026-03-01T12:00:00Z');

/** A day, a number with the dial code beside it, and a school with its code. */
const definition: FormDefinition = form(
  [
    page(
      [
        question('day', { widget: 'date', constraints: { format: 'date' } }),
        question('number', { summaryFormat: 'phone', widget: 'phone', parts: ['code'] }),
        question('code', { partOf: 'number', options: 'codes' }),
        question('school', { summaryFormat: 'school', parts: ['ceeb'] }),
        question('ceeb', { partOf: 'school' }),
      ],
      { id: 'one', title: 'Page One' },
    ),
  ],
  {
    options: {
      codes: [
        { value: '1', label: '+1 Canada' },
        { value: '44', label: '+44 Guernsey' },
      ],
    },
  },
);

const mine: Answers = {
  day: '2008-03-04',
  number: '2079460000',
  code: '44',
  school: 'North High',
  ceeb: '060123',
};
const theirs: Answers = {
  day: '2009-11-30',
  number: '3035550100',
  code: '1',
  school: 'South High',
  ceeb: '060456',
};

/** How the print, the service view and the mail show them. */
function printed(answers: Answers): readonly string[] {
  return summarize(definition, stateOf(answers), NOW).map(({ value }) => value);
}

const files = { ...toyFiles(), form: async () => definition };

describe('an answer reads as in the print', () => {
  it('where the student chooses between those from before the log-in and the saved ones', async () => {
    const tab = createFakeStorage();
    const browser = createFakeBrowser({ isSignedIn: true });
    await browser.open(() => NOW, tab).drafts.visitor.keep(mine);
    const server = createFakeServer({ answers: theirs, statuses: ['started'] });
    await renderApp({ path: '/one', server, browser, tab, files });
    const dialog = await screen.findByRole('dialog', { name: 'Which answers should we keep?' });
    const read = (source: RegExp): readonly string[] =>
      within(dialog)
        .getAllByRole('radio', { name: source })
        .map((radio) => radio.closest('label')?.textContent?.replace(source, '') ?? '');
    expect(read(/^Your new answer/)).toEqual(printed(mine));
    expect(read(/^The saved answer/)).toEqual(printed(theirs));
  });

  it('where the student chooses between those of two windows', async () => {
    const server = createFakeServer({ statuses: ['started'] });
    const { user } = await renderApp({ path: '/one', isSignedIn: true, server, files });
    await screen.findByLabelText(/^day/);
    const conflict = { status: 409, body: { message: 'Changed.', conflicts: {}, version: 1 } };
    server.saveElsewhere(theirs);
    server.answer('PUT /api/answer', { ...conflict, body: { ...conflict.body, conflicts: { day: {} } } });
    await user.type(screen.getByLabelText(/^day/), '2008-03-04');
    await user.type(screen.getByLabelText(/^number$/), '2079460000');
    await user.type(screen.getByLabelText(/^number code/), 'Guernsey{Enter}');
    await user.tab();
    const seen: string[][] = [];
    for (const name of ['The day', 'The number']) {
      const dialog = await screen.findByRole('dialog', { name: 'Which answer should we keep?' });
      await waitFor(() => expect(dialog.textContent).toContain(name));
      seen.push(
        within(dialog)
          .getAllByRole('region')
          .map((region) => within(region).getByRole('paragraph').textContent ?? ''),
      );
      server.mend('PUT /api/answer');
      await user.click(within(dialog).getByRole('button', { name: 'Use theirs' }));
    }
    const [day, number] = printed(mine);
    const [otherDay, otherNumber] = printed(theirs);
    expect(seen).toEqual([
      [day, otherDay],
      [number, otherNumber],
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.answers()).toMatchObject(theirs);
  });
});
