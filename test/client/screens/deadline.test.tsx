import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createServerClock } from '#client/api/create-services.ts';
import type { PartnerSettings } from '#generated/partner.ts';
import { createFakeServer } from './fake-server.ts';
import { renderApp, renderStudent } from './render-app.tsx';
import { toyPartner } from './toy-form.ts';

const partner: PartnerSettings = {
  ...toyPartner,
  deadlines: {
    question: 'motto',
    timeZone: 'America/Denver',
    afterDeadline: 'refuse',
    graceMinutes: 10,
    dates: [
      { term: 'SP', label: 'Spring', ends: '2026-03-05T07:00:00.000Z' },
      { term: 'FA', label: 'Fall', ends: '2026-03-20T06:00:00.000Z' },
    ],
  },
};

const line = async () => {
  await screen.findByRole('banner');
  return document.querySelector('.form-aside .deadline')?.textContent;
};
/** A spring applicant at a server time; the deadline is at 07:00. */
async function openAt(time: string) {
  const server = createFakeServer({ answers: { given: 'Ada', motto: 'SP' }, statuses: ['started'] });
  server.setClock(time);
  const app = await renderApp({ path: '/one', partner, server, isSignedIn: true });
  return { ...app, server, chip: await screen.findByRole('timer') };
}

describe('the deadline', () => {
  it('is next to the log-in, with the way to start', async () => {
    const { user } = await renderApp({ path: '/login', partner });
    const [brand] = await screen.findAllByRole('banner');
    expect(brand?.textContent).toMatch(/Apply for Spring by March 4, 11:59\sPM Denver time/);
    await user.click(screen.getByRole('link', { name: 'Start your application' }));
    await screen.findByRole('heading', { name: 'Sign Up' });
    expect(brand?.textContent).not.toContain('Apply for Spring');
  });

  it('follows the chosen term', async () => {
    const { user } = await renderStudent('/two', { answers: { motto: 'FA' } }, { partner });
    expect(await line()).toMatch(/^Apply by March 19, 11:59\sPM Denver time.* 18 days left$/);
    const motto = await screen.findByLabelText(/Motto/);
    await user.clear(motto);
    await user.type(motto, 'SP{Tab}');
    expect(await line()).toMatch(/^Apply by March 4, /);
  });

  it("uses the server's clock, and explains what follows", async () => {
    const { chip } = await openAt('2026-03-05T06:00:00Z');
    expect(await line()).toMatch(/59 minutes left We don't accept late applications for this term\.$/);
    expect(chip.textContent).toBe('Due in 59 min');
  });

  it('counts the seconds of the last two minutes', async () => {
    const { chip, server, user } = await openAt('2026-03-05T06:58:30Z');
    expect(chip.textContent).toMatch(/^Due in 1 min, (?:29|30) sec$/);
    server.setClock('2026-03-05T06:59:50Z');
    await user.type(screen.getByLabelText(/Nickname/), 'x{Tab}');
    await waitFor(() => expect(chip.textContent).toMatch(/^Due in \d+ sec$/), { timeout: 1500 });
  });

  it.each([
    ['2026-03-04T07:00:10Z', 'day'],
    ['2026-03-05T06:00:10Z', 'hour'],
    ['2026-03-05T06:50:10Z', 'minutes'],
    ['2026-03-05T07:10:10Z', 'past'],
  ])('at %s has the color of the %s, and ends the greeting once past', async (time, color) => {
    await openAt(time);
    const marked = document.querySelectorAll(`.deadline-${color}`);
    // Whole in the list of steps and on the page, short in the bar of a phone.
    expect([...marked].map(({ className }) => className.split(' ')[0])).toEqual([
      'deadline',
      'deadline-chip',
      'deadline',
    ]);
    expect(screen.queryByRole('region', { name: 'Welcome' }) === null).toBe(color === 'past');
  });

  it('becomes "In time" or "late" after submission', async () => {
    const timing = { deadline: '2026-03-05T07:00:00.000Z', late: false };
    const { user, unmount } = await renderStudent(
      '/two',
      { answers: { given: 'Ada', motto: 'SP' }, timing },
      { partner },
    );
    await user.click(await screen.findByRole('button', { name: 'Submit' }));
    expect(
      await screen.findByText(/^Submitted on time\. The deadline was March 4, 11:59\sPM Denver time\.$/),
    ).toBeDefined();
    unmount();
    const late = createFakeServer({
      statuses: ['started', 'validating', 'submitted'],
      timing: { ...timing, late: true },
    });
    await renderApp({ path: '/one', partner, server: late, isSignedIn: true });
    expect(await screen.findByText(/We marked your application as late\.$/)).toBeDefined();
  });

  it('is hidden after submission, and without deadlines', async () => {
    const { unmount } = await renderStudent(
      '/one',
      { statuses: ['started', 'validating', 'submitted'] },
      { partner },
    );
    expect(await line()).toBeUndefined();
    unmount();
    await renderApp({ path: '/one' });
    expect(await line()).toBeUndefined();
  });

  it('asks for a retry of a submit that began before it', async () => {
    const server = createFakeServer({ answers: { given: 'Ada', motto: 'SP' }, statuses: ['started'] });
    server.setClock('2026-03-05T06:59:00Z');
    server.answer('POST /api/submit', { status: 500, body: { message: 'Not now.' } });
    const { user } = await renderApp({ path: '/two', partner, server, isSignedIn: true });
    const submit = async (message: string): Promise<void> => {
      await user.click(await screen.findByRole('button', { name: 'Submit' }));
      const dialog = await screen.findByRole('dialog');
      expect(within(dialog).getByText(message)).toBeDefined();
      await user.click(within(dialog).getByRole('button'));
      // The page becomes visible.
      act(() => void document.dispatchEvent(new Event('visibilitychange')));
    };
    await submit('Not now.');
    server.setClock('2026-03-05T07:30:00Z');
    await submit('Not now.');
    expect(await line()).toMatch(
      /^The deadline was .* Denver time\. You started submitting before it\. Please try again now\.\s*$/,
    );
    server.answer('POST /api/submit', { status: 403, body: { message: 'Late.', deadline: 'past' } });
    await submit('Late.');
    expect(await line()).toMatch(/you can't submit for this term anymore\.\s*$/);
  });

  it('asks for no retry once an answer was changed', async () => {
    const { server, user } = await openAt('2026-03-05T06:59:00Z');
    server.answer('POST /api/submit', { status: 500, body: { message: 'Not now.' } });
    await user.click(screen.getByRole('link', { name: /Page Two/ }));
    await user.click(await screen.findByRole('button', { name: 'Submit' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button'));
    await user.click(await screen.findByRole('link', { name: /Page One/ }));
    server.setClock('2026-03-05T07:30:00Z');
    await user.type(await screen.findByLabelText(/Nickname/), 'x{Tab}');
    await waitFor(async () => expect(await line()).toMatch(/you can't submit for this term anymore\.\s*$/));
  });

  it('explains a late submit, and keeps every answer', async () => {
    const answers = { given: 'Ada', motto: 'SP' };
    const server = createFakeServer({ answers, statuses: ['started'] });
    const message = 'Spring is full. You can still apply for fall.';
    server.answer('POST /api/submit', { status: 403, body: { message, deadline: 'past' } });
    const { user } = await renderApp({ path: '/two', partner, server, isSignedIn: true });
    await user.click(await screen.findByRole('button', { name: 'Submit' }));
    const dialog = await screen.findByRole('dialog', { name: 'The deadline has passed' });
    expect(within(dialog).getByText(message)).toBeDefined();
    await user.click(within(dialog).getByRole('button', { name: 'OK' }));
    expect(screen.getByLabelText(/Motto/)).toHaveProperty('value', 'SP');
    expect(server.answers()).toEqual(answers);
  });
});

describe('the clock of the server', () => {
  const noon = new Date('2026-03-01T12:00:00Z');

  it("is the machine's clock before the first response", () => {
    const clock = createServerClock(() => noon);
    clock.note(null, noon, noon);
    expect(clock.now()).toEqual(noon);
  });

  it('adds half a second, and half the round trip', () => {
    const clock = createServerClock(() => noon);
    clock.note('Sun, 01 Mar 2026 13:00:00 GMT', new Date(noon.getTime() - 1000), noon);
    expect(clock.now().toISOString()).toBe('2026-03-01T13:00:01.000Z');
  });
});

describe('reminders', () => {
  it('are switched off and on on the account screen', async () => {
    const server = createFakeServer({ statuses: ['started'] });
    server.answer('GET /api/reminders', { status: 200, body: { on: true } });
    const { user } = await renderApp({ path: '/account', partner, server, isSignedIn: true });
    const box = await screen.findByRole('checkbox', { name: 'Send me reminders', checked: true });
    server.answer('GET /api/reminders', { status: 200, body: { on: false } });
    await user.click(box);
    expect(server.bodies('PUT /api/reminders')).toEqual([{ on: false }]);
    expect(await screen.findByRole('checkbox', { name: 'Send me reminders', checked: false })).toBeDefined();
  });

  it.each([
    ['stop-reminders', 'Stop Reminders'],
    ['cancel-email', 'Keep My Current Address'],
  ])('behind a mailed link, a button acts, not opening it: %s', async (path, name) => {
    const { user, server } = await renderApp({ path: `/${path}?token=t.s`, partner });
    const button = await screen.findByRole('button', { name });
    const call = `POST /public/${path}?token=t.s`;
    expect(server.calls()).not.toContain(call);
    server.answer(call, { status: 200, body: { message: 'Done.' } });
    await user.click(button);
    expect(await screen.findByText('Done.')).toBeDefined();
    expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('report an invalid link', async () => {
    const { user, server } = await renderApp({ path: '/stop-reminders?token=x', partner });
    server.answer('POST /public/stop-reminders?token=x', {
      status: 404,
      body: { message: 'No longer valid.' },
    });
    await user.click(await screen.findByRole('button', { name: 'Stop Reminders' }));
    expect((await screen.findByRole('alert')).textContent).toBe('No longer valid.');
  });
});
