import { expect, it } from 'vitest';
import { createChoiceSaver, type Fault } from '#client/screens/application/save-choices.ts';
import { toyForm } from './toy-form.ts';

/** A server that answers when it is told to. */
function slowServer() {
  const sent: string[] = [];
  const waiting: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const take = (call: string): Promise<{ message: string }> => {
    sent.push(call);
    const { promise, resolve, reject } = Promise.withResolvers<{ message: string }>();
    waiting.push({ resolve: () => resolve({ message: 'Saved.' }), reject });
    return promise;
  };
  return {
    sent,
    settled: () => new Promise((resolve) => setImmediate(resolve)),
    answer: () => waiting.shift()?.resolve(),
    fail: () => waiting.shift()?.reject(new Error('broken')),
    calls: {
      chooseTab: (id: string, tab: string) => take(`${id}=${tab}`),
      setAddAnother: (id: string, count: number) => take(`${id}=${count}`),
    },
  };
}

it('of two quick choices the second is sent after the first is answered', async () => {
  const server = slowServer();
  const save = createChoiceSaver(toyForm, server.calls, { onFault: () => {}, onTabFault: () => {} });
  save({ tabs: { school: 'us' }, counts: {} });
  save({ tabs: { school: 'abroad' }, counts: { college: 2 } });
  await server.settled();
  expect(server.sent).toEqual(['school=us']);
  server.answer();
  await server.settled();
  expect(server.sent).toEqual(['school=us', 'school=abroad']);
  server.answer();
  await server.settled();
  expect(server.sent).toEqual(['school=us', 'school=abroad', 'college=2']);
});

it('a choice that could not be saved is told and does not hold up the next', async () => {
  const server = slowServer();
  const faults: Fault[] = [];
  const save = createChoiceSaver(toyForm, server.calls, {
    onFault: (fault) => faults.push(fault),
    onTabFault: () => {},
  });
  save({ tabs: {}, counts: { college: 2 } });
  save({ tabs: {}, counts: { college: 3 } });
  await server.settled();
  server.fail();
  await server.settled();
  expect(faults.map(({ label }) => label)).toEqual(['Error adding another college']);
  expect(server.sent).toEqual(['college=2', 'college=3']);
});
