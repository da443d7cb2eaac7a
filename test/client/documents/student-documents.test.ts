import { describe, expect, it, vi } from 'vitest';
import { openStudentDocuments as open, serverWith, settled } from './open-student-documents.ts';

const STATUS = 'GET /api/pdf/document-answer/card';
const START = 'POST /api/pdf/document-answer/card';
const READ = 'GET /api/document-answer';
const PERMIT = 'POST /api/presigned-url';
const DELETIONS = ['DELETE /api/document-answer/card', 'DELETE /api/pdf/document-answer/card'];
const UNREACHABLE = "We can't reach the server. Please check your connection and try again.";

const file = new File(['%PDF'], 'card.pdf');
const facts = { name: 'card.pdf', size: 4 };
const old = { file_name: 'old.pdf', file_size: 9, status: { status: 'COMPLETED', pages: 2 } } as const;
const failure = { label: 'Error uploading file for The Card', message: 'This file cannot be read.' };

describe('an uploaded file', () => {
  it('is permitted, posted, converted and reread, in this order', async () => {
    const { attach, server, view } = await open();
    await attach(file);
    expect(server.calls().slice(1)).toEqual([
      'POST /api/presigned-url',
      'POST /api/pdf/document-answer/card',
      'GET /api/document-answer',
      STATUS,
    ]);
    expect(server.documents.uploads[0]?.form.get('file')).toBeInstanceOf(File);
    expect(view()).toEqual({ phase: 'converting', file: facts });
  });

  it('dismisses the error of the previous try, also when canceled', async () => {
    const { documents, newTries } = await open();
    documents.attach('card', file);
    expect(newTries).toEqual([failure.label]);
    await documents.cancel('card');
    expect(newTries).toEqual([failure.label, failure.label]);
  });

  it('shows its progress, and then its arrival', async () => {
    const { attach, documents, server, view } = await open();
    server.documents.hold();
    await attach(file);
    const [upload] = server.documents.uploads;
    upload?.watch.onShare(0.5);
    expect(view()).toEqual({ phase: 'sending', file: facts, share: 0.5 });
    expect(documents.unsent()).toEqual(['card']);
    upload?.arrive();
    await settled();
    expect(view().phase).toBe('converting');
    expect(documents.unsent()).toEqual([]);
  });

  it('is polled every 2 s until converted', async () => {
    const { attach, server, view } = await open();
    await attach(file);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(server.bodies(STATUS)).toHaveLength(1);
    server.documents.convert('card', { status: 'COMPLETED', pages: 3, thumbnail: 'cGc=' });
    await vi.advanceTimersByTimeAsync(1);
    expect(view()).toEqual({ phase: 'attached', file: facts, pages: 3, thumbnail: 'cGc=' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.bodies(STATUS)).toHaveLength(2);
  });

  it('is deleted if it cannot be converted, and the reason is reported', async () => {
    const { attach, faults, server, view } = await open();
    await attach(file);
    server.documents.convert('card', { status: 'FAILED', message: failure.message });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(faults).toEqual([failure]);
    expect(view()).toEqual({ phase: 'none', problem: failure.message });
    expect(server.calls().filter((call) => call.startsWith('DELETE'))).toEqual(DELETIONS);
    expect(server.calls().at(-1)).toBe('GET /api/document-answer');
  });

  it('is dropped if refused, with its conversion', async () => {
    const { attach, faults, server, view } = await open();
    server.answer(START, { status: 422, body: { message: failure.message } });
    await attach(file);
    expect(faults).toEqual([failure]);
    expect(view()).toEqual({ phase: 'none', problem: failure.message });
    expect(server.calls().filter((call) => call.startsWith('DELETE'))).toEqual(DELETIONS);
  });

  it('keeps the document that it should replace, if refused', async () => {
    const { attach, server, view } = await open(serverWith(old));
    server.answer(START, { status: 422, body: { message: failure.message } });
    await attach(file);
    expect(view()).toMatchObject({ phase: 'attached', file: { name: 'old.pdf' }, problem: failure.message });
    expect(server.documents.keys()).toEqual(['card']);
  });

  it('keeps the document that another device has attached, if refused', async () => {
    const { attach, faults, server, view } = await open();
    server.documents.put('card', old);
    server.answer(START, { status: 422, body: { message: failure.message } });
    await attach(file);
    expect(faults).toEqual([failure]);
    expect(view()).toMatchObject({ phase: 'attached', file: { name: 'old.pdf' } });
    expect(server.documents.keys()).toEqual(['card']);
  });

  it('can be canceled, which keeps the old document', async () => {
    const { attach, documents, server, view } = await open(serverWith(old));
    server.documents.hold();
    await attach(file);
    await documents.cancel('card');
    await settled();
    expect(server.documents.uploads[0]?.watch.signal.aborted).toBe(true);
    expect(view()).toMatchObject({ phase: 'attached', file: { name: 'old.pdf' }, pages: 2 });
    expect(server.calls()).not.toContain(START);
    expect(documents.unsent()).toEqual([]);
  });
});

describe('a lost connection', () => {
  it('during an upload keeps the file, which can be sent again', async () => {
    const { attach, documents, faults, server, view } = await open();
    server.documents.hold();
    await attach(file);
    server.documents.uploads[0]?.lose();
    await settled();
    expect(view()).toEqual({ phase: 'unsent', file: facts, problem: UNREACHABLE });
    expect([faults, documents.unsent()]).toEqual([[], ['card']]);
    documents.retry('card');
    await settled();
    server.documents.uploads[1]?.arrive();
    await settled();
    expect(view().phase).toBe('converting');
  });

  it('after an upload does not send the file again', async () => {
    const { attach, documents, server, view } = await open();
    server.answer(START, 'offline');
    await attach(file);
    expect(view().phase).toBe('unsent');
    server.mend(START);
    documents.retry('card');
    await settled();
    expect(view().phase).toBe('converting');
    expect(server.documents.uploads).toHaveLength(1);
  });

  it('after an upload shows no other file once canceled without connection', async () => {
    const { attach, documents, server, view } = await open(serverWith(old));
    server.answer(START, 'offline');
    await attach(file);
    server.documents.put('card', { ...old, file_name: 'card.pdf' });
    server.answer(READ, 'offline');
    await documents.cancel('card');
    await settled();
    expect(view()).toEqual({ phase: 'unsent', file: facts, problem: UNREACHABLE });
    server.mend(READ);
    await documents.cancel('card');
    await settled();
    expect(view()).toMatchObject({ phase: 'attached', file: { name: 'card.pdf' } });
  });

  it('after an upload does not hide what the server recorded, once another file is canceled', async () => {
    const { attach, documents, server, view } = await open(serverWith(old));
    server.answer(START, 'offline');
    await attach(file);
    server.documents.put('card', { ...old, file_name: 'card.pdf' });
    server.answer(PERMIT, 'offline');
    await attach(new File(['%PDF'], 'third.pdf'));
    await documents.cancel('card');
    await settled();
    expect(view()).toMatchObject({ phase: 'attached', file: { name: 'card.pdf' } });
  });

  it('sends the file again if the server forgot it', async () => {
    const { attach, documents, server, view } = await open();
    server.answer(START, 'offline');
    await attach(file);
    server.answer(START, { status: 404, body: { message: 'There is no such file.' } });
    server.documents.hold();
    documents.retry('card');
    await settled();
    expect(view().phase).toBe('sending');
    server.mend(START);
    server.documents.uploads[1]?.arrive();
    await settled();
    expect(view().phase).toBe('converting');
  });

  it('during a conversion is shown, and polling continues', async () => {
    const { attach, server, view } = await open();
    await attach(file);
    server.answer(STATUS, 'offline');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(view()).toEqual({ phase: 'converting', file: facts, problem: UNREACHABLE });
    server.mend(STATUS);
    server.documents.convert('card', { status: 'COMPLETED', pages: 1 });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(view()).toEqual({ phase: 'attached', file: facts, pages: 1 });
  });

  it('during a conversion slows polling, and respects Retry-After', async () => {
    const { attach, server } = await open();
    await attach(file);
    const busy = { status: 503, body: {} };
    server.answer(STATUS, busy);
    await vi.advanceTimersByTimeAsync(60_000);
    // Once each 2 s would be 30 more; with waits of 2, 4, 8, 16 and 30 s, each by half more or less, these are few.
    const asked = server.bodies(STATUS).length;
    expect(asked).toBeLessThan(10);
    server.answer(STATUS, { ...busy, headers: { 'retry-after': '120' } });
    await vi.advanceTimersByTimeAsync(45_000);
    const told = server.bodies(STATUS).length;
    expect(told).toBeGreaterThan(asked);
    await vi.advanceTimersByTimeAsync(74_000);
    expect(server.bodies(STATUS).length).toBe(told);
  });
});

describe('a form on open', () => {
  it('follows an earlier conversion', async () => {
    const { server, view } = await open(serverWith({ ...old, status: { status: 'IN_PROGRESS' } }));
    expect(view().phase).toBe('converting');
    server.documents.convert('card', { status: 'COMPLETED', pages: 1 });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(view().phase).toBe('attached');
  });

  it('reports a conversion that failed', async () => {
    const { faults, server, view } = await open(
      serverWith({ ...old, status: { status: 'FAILED', message: failure.message } }),
    );
    expect(faults).toEqual([failure]);
    expect(view()).toEqual({ phase: 'none', problem: failure.message });
    expect(server.documents.keys()).toEqual([]);
  });

  it('that failed takes no file with it that another device has attached since', async () => {
    const server = serverWith({ ...old, status: { status: 'FAILED', message: failure.message } });
    const fetch: typeof server.fetch = async (path, init) => {
      const answer = await server.fetch(path, init);
      if (server.calls().at(-1) === STATUS) server.documents.put('card', { ...old, file_name: 'new.pdf' });
      return answer;
    };
    const { view } = await open({ ...server, fetch });
    expect(view()).toMatchObject({ phase: 'attached', file: { name: 'new.pdf' } });
  });

  it('stops polling once closed', async () => {
    const { documents, server } = await open(serverWith({ ...old, status: { status: 'UNPROCESSED' } }));
    documents.close();
    const before = server.calls().length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.calls()).toHaveLength(before);
  });
});

describe('a deleted document', () => {
  it('can be gone already', async () => {
    const server = serverWith(old);
    const { documents, view } = await open(server);
    for (const call of DELETIONS) server.answer(call, { status: 404, body: { message: 'Gone.' } });
    server.documents.forget('card');
    expect(await documents.remove('card')).toBe(true);
    expect(view()).toEqual({ phase: 'none' });
  });

  it.each([
    ['new.pdf', 9],
    ['old.pdf', 10],
  ])('stays if another device has replaced it by %s with %i bytes', async (name, size) => {
    const server = serverWith(old);
    const { documents, view } = await open(server);
    server.documents.put('card', { ...old, file_name: name, file_size: size });
    expect(await documents.remove('card')).toBe(false);
    expect(view()).toMatchObject({ phase: 'attached', file: { name, size } });
    expect(server.documents.keys()).toEqual(['card']);
  });

  it('stays if the server refuses, and the reason is reported', async () => {
    const server = serverWith(old);
    const { documents, faults, newTries, view } = await open(server);
    server.answer(DELETIONS[0] ?? '', { status: 409, body: { message: 'Please wait.' } });
    expect(await documents.remove('card')).toBe(false);
    expect(faults).toEqual([{ label: 'Error deleting file for The Card', message: 'Please wait.' }]);
    expect(view()).toMatchObject({ phase: 'attached', problem: 'Please wait.' });
    newTries.length = 0;
    await documents.remove('card');
    expect(newTries).toEqual(['Error deleting file for The Card']);
  });
});

describe('reread documents', () => {
  it('include changes of another window', async () => {
    const { documents, server, view } = await open();
    server.documents.put('card', old);
    expect(await documents.reload()).toBe(true);
    expect(view().phase).toBe('attached');
    server.documents.forget('card');
    await documents.reload();
    expect(view()).toEqual({ phase: 'none' });
  });
});
