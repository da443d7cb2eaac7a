import { array, assert, asyncProperty, constantFrom } from '#test/support/random.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { logIn, type StudentClient } from './student-client.ts';

describe.each(testEngines)('the status of an application, on $engine', async ({ open }) => {
  let student: StudentClient;
  let count = 0;
  const begin = async (): Promise<void> => {
    count += 1;
    student = await logIn(server, `status-${count}@example.org`);
  };
  const server = await openTestApp({ storage: await open() });
  beforeEach(begin);

  const act = async (name: string): Promise<void> => {
    if (name === 'submit') await student.call('POST', '/api/submit');
    else if (name === 'save') await student.call('PUT', '/api/answer', { answer: { colour: 'red' } });
    else if (name === 'empty') await student.call('PUT', '/api/answer', { answer: { colour: '' } });
    else await report(name);
  };

  const report = async (step: string) =>
    (await student.call('POST', '/api/web-status', { web_status: step })).status;
  const steps = async (): Promise<unknown[]> => {
    const { body } = await student.call('GET', '/api/profile');
    const events = body['web_status'];
    return Array.isArray(events) ? events.map((event: { web_status: unknown }) => event.web_status) : [];
  };

  test.each([
    ['skip a step', [], 'validating'],
    ['become submitted by a client call', ['started', 'validating'], 'submitted'],
  ])('does not %s', async (_name, before, asked) => {
    for (const step of before) await report(step);
    expect(await report(asked)).toBe(409);
    expect(await steps()).toEqual(before);
  });

  test('is validating after an incomplete submit', async () => {
    const refused = await student.call('POST', '/api/submit');
    expect(refused).toMatchObject({ status: 422, body: { errors: { colour: ['colour: required'] } } });
    expect(await steps()).toEqual(['started', 'validating']);
  });

  test('is returned with 409 for each change after submission', async () => {
    await student.call('PUT', '/api/answer', { answer: { colour: 'red' } });
    await student.call('POST', '/api/submit');
    const calls = [
      await student.call('PUT', '/api/answer', { answer: { colour: 'blue' } }),
      await student.call('PUT', '/api/tabs', { tab_id: 'coast', chosen_tab: 'west' }),
      await student.call('PUT', '/api/add-another', { button_id: 'boat', num_components: 2 }),
      await student.call('PUT', '/api/last-page', { last_page: '/second' }),
      await student.call('POST', '/api/web-status', { web_status: 'validating' }),
      await student.call('POST', '/api/validations', { validations: {} }),
    ];
    for (const { status, body } of calls) {
      expect({ status, body }).toMatchObject({ status: 409, body: { web_status: 'submitted' } });
    }
    expect(await report('submitted')).toBe(200);
  });

  test('never goes backwards, for any order of calls', async () => {
    const call = constantFrom('started', 'validating', 'submitted', 'submit', 'save', 'empty');
    await assert(
      asyncProperty(array(call, { maxLength: 8 }), async (names) => {
        await begin();
        let reached = 0;
        for (const name of names) {
          await act(name);
          const taken = await steps();
          expect(taken).toEqual(['started', 'validating', 'submitted'].slice(0, taken.length));
          expect(taken.length).toBeGreaterThanOrEqual(reached);
          reached = taken.length;
        }
      }),
      { numRuns: 15 },
    );
  });
});

describe.each(testEngines)('settings next to answers, on $engine', async ({ open }) => {
  let student: StudentClient;
  const server = await openTestApp({ storage: await open() });
  beforeAll(async () => {
    student = await logIn(server);
  });

  test('the last page must be in the form', async () => {
    expect((await student.call('PUT', '/api/last-page', { last_page: '/second' })).status).toBe(200);
    expect((await student.call('PUT', '/api/last-page', { last_page: '/elsewhere' })).status).toBe(422);
    expect((await student.call('GET', '/api/profile')).body).toMatchObject({ last_page: '/second' });
  });

  test('a tab must be in its group', async () => {
    const put = async (tab_id: string, chosen_tab: string) =>
      (await student.call('PUT', '/api/tabs', { tab_id, chosen_tab })).status;
    expect([await put('coast', 'west'), await put('coast', 'north'), await put('hills', 'west')]).toEqual([
      200, 422, 422,
    ]);
    expect((await student.call('GET', '/api/tabs')).body).toEqual({ coast: 'west' });
  });

  test.each([
    ['is 1 to the maximum of its button, even deep in the layout', 'boat', { 2: 200, 3: 422, 0: 422 }],
    ['can be 0 if none is allowed', 'crew', { '-1': 422, 2: 422, 0: 200 }],
    ['has a known button', 'car', { 1: 422 }],
  ])('a count %s', async (_name, button_id, cases) => {
    let stored: unknown;
    for (const [count, expected] of Object.entries(cases)) {
      const body = { button_id, num_components: Number(count) };
      const { status } = await student.call('PUT', '/api/add-another', body);
      expect([count, status]).toEqual([count, expected]);
      if (status === 200) stored = body.num_components;
    }
    expect((await student.call('GET', '/api/add-another')).body[button_id]).toBe(stored);
  });

  test('reported validations are stored for staff, not trusted', async () => {
    const claim = await student.call('POST', '/api/validations', {
      validations: {},
      schema: { any: ['thing'] },
    });
    expect(claim.status).toBe(200);
    expect((await student.call('POST', '/api/submit')).status).toBe(422);
    await student.call('POST', '/api/validations', { validations: { colour: ['is missing'] } });
    const { validations } = await server.storage.db
      .selectFrom('application')
      .select('validations')
      .executeTakeFirstOrThrow();
    expect(validations).toEqual({ colour: ['is missing'] });
  });
});
