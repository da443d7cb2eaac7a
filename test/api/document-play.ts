import * as fc from '#test/support/random.ts';
import { sweepDocuments } from '#server/documents/sweep-documents.ts';
import type { DiskFiles } from '#server/files/disk-files.ts';
import { createDiscardFiles } from '#server/files/file-store.ts';
import { createTestApp, CONVERTED, type TestApp } from '#test/server/test-app.ts';
import { claim, fileOf, postForm, presign } from './document-client.ts';
import { documentQuestionnaire } from './document-form.ts';
import { openSession } from './seeded-student.ts';
import type { Answer, StudentClient } from './student-client.ts';

type Key = 'passport' | 'plan';

/**
 * What somebody, or something, does around documents. `again` records the newest upload of a question once more, `twice`
 * uploads and records two times at once.
 */
export type Doing =
  | { readonly kind: 'upload' | 'twice' | 'again' | 'poll' | 'delete' | 'unprepare'; readonly key: Key }
  | { readonly kind: 'tab'; readonly tab: 'west' | 'east' }
  | { readonly kind: 'submit' | 'convert' | 'sweep' | 'kill' };

const anyKey = fc.constantFrom<Key[]>('passport', 'plan');
const withKey = fc.constantFrom(...(['upload', 'twice', 'again', 'poll', 'delete', 'unprepare'] as const));
const anyTab = fc.constantFrom(...(['west', 'east'] as const));
const alone = fc.constantFrom(...(['submit', 'convert', 'convert', 'sweep', 'kill'] as const));

export const doings: fc.Arbitrary<Doing[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: withKey, key: anyKey }) },
    { weight: 3, arbitrary: fc.record({ kind: alone }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('tab' as const), tab: anyTab }) },
  ),
  { minLength: 2, maxLength: 14 },
);

/** A call, and when it was made. */
export type Called = {
  readonly doing: Doing['kind'];
  readonly key: Key | undefined;
  /** By which an upload is known. */
  readonly size: number | undefined;
  readonly begun: number;
  ended: number;
  /** 0 while nobody knows what became of it. */
  status: number;
};

/** What the stand-in for the converter makes of a file. */
export function convertedOf(size: number): Buffer {
  return Buffer.from(`made of ${size} bytes`);
}

/** Where somebody waits until it is their turn. */
type Pass = (what: string) => Promise<void>;

type Running = {
  readonly server: TestApp;
  readonly student: StudentClient;
  /** Does something with this server. Ends with what is done, or once all that a killed server began has come to a halt. */
  readonly act: (work: () => Promise<void>) => Promise<void>;
  /** From then on nothing that this server does comes beyond its next touch of a file. */
  readonly kill: () => void;
};

/** A server on the database and the files of another one, as it is started anew after a crash. */
async function startServer(base: TestApp, studentId: string, pass: Pass): Promise<Running> {
  const { promise: halted, resolve: halt } = Promise.withResolvers<void>();
  let isKilled = false;
  let atWork = 0;
  const leave = (): void => {
    atWork -= 1;
    if (isKilled && atWork === 0) halt();
  };
  const passAlive: Pass = async (what) => {
    await pass(what);
    if (!isKilled) return;
    leave();
    await new Promise(() => undefined);
  };
  const server = await createTestApp({
    storage: base.storage,
    questionnaire: documentQuestionnaire(),
    // What a killed server has begun never ends, and nothing is to wait for it.
    callsAtOnce: Infinity,
    files: turnByTurn(base.files, passAlive),
    convert: async ({ length }) => ({ ...CONVERTED, pdf: convertedOf(length) }),
  });
  server.pass(base.now().getTime() - server.now().getTime());
  const act: Running['act'] = (work) => {
    atWork += 1;
    return Promise.race([work().finally(leave), halted]);
  };
  const kill = (): void => {
    isKilled = true;
  };
  return { server, student: await openSession(server, studentId), act, kill };
}

/** Files at which everybody waits for their turn, before and after each touch. */
function turnByTurn(files: DiskFiles, pass: Pass): DiskFiles {
  const inTurn =
    <Given extends unknown[], Result>(what: string, touch: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      await pass(what);
      const result = await touch(...given);
      await pass(`after ${what}`);
      return result;
    };
  return {
    ...files,
    read: inTurn('read', files.read),
    write: inTurn('write', files.write),
    remove: inTurn('remove', files.remove),
    forms: { ...files.forms, add: inTurn('add', files.forms.add) },
  };
}

type Played = {
  /** Whose database and files the servers share. */
  readonly base: TestApp;
  readonly studentId: string;
  /** Decides who goes on. */
  readonly scheduler: fc.Scheduler;
  readonly doings: readonly Doing[];
};

/** Does all of it at once. Returns the calls once nobody is at work any more. */
export async function playDocuments(played: Played): Promise<readonly Called[]> {
  const { base, studentId, scheduler } = played;
  const pass: Pass = (what) => scheduler.schedule(Promise.resolve(), what).then(() => undefined);
  const calls: Called[] = [];
  const uploads = new Map<Key, { readonly fileKey: string; readonly size: number }>();
  let time = 0;
  let sizes = 100;
  let running = startServer(base, studentId, pass);

  type What = { readonly doing: Doing['kind']; readonly key?: Key; readonly size?: number };
  const call = async ({ doing, key, size }: What, answered: Promise<Pick<Answer, 'status'>>) => {
    const called: Called = { doing, key, size, begun: (time += 1), ended: Infinity, status: 0 };
    calls.push(called);
    called.status = (await answered).status;
    called.ended = time += 1;
    return called.status;
  };
  const again = async (key: Key, student: StudentClient): Promise<void> => {
    const upload = uploads.get(key);
    if (upload === undefined) return;
    const { fileKey, size } = upload;
    await call({ doing: 'again', key, size }, claim(student, key, fileKey));
  };
  const upload = async (key: Key, { server, student }: Running): Promise<boolean> => {
    const form = await presign(student, key).catch(() => undefined);
    if (form === undefined) return false;
    const size = (sizes += 1);
    const posted = await call({ doing: 'upload', key }, postForm(server, form, fileOf('pdf', size)));
    if (posted !== 204) return false;
    uploads.set(key, { fileKey: form.fields['key'] ?? '', size });
    return true;
  };
  const besides: Promise<void>[] = [];
  const act = async (doing: Doing, now: Running): Promise<void> => {
    const { server, student } = now;
    const { kind } = doing;
    if (kind === 'upload' || kind === 'twice') {
      if (!(await upload(doing.key, now))) return;
      if (kind === 'twice') besides.push(now.act(() => again(doing.key, student)));
      return again(doing.key, student);
    }
    if (kind === 'again') return again(doing.key, student);
    if (kind === 'convert') return server.fileJobs.convert.run();
    if (kind === 'sweep') return sweep(server, 0);
    if (kind === 'kill') {
      now.kill();
      running = startServer(base, studentId, pass);
      return;
    }
    await call({ doing: kind, ...('key' in doing && { key: doing.key }) }, callOf(doing, student));
  };
  await running;
  const all = played.doings.map(async (doing) => {
    await pass(doing.kind);
    const now = await running;
    await now.act(() => act(doing, now));
  });
  await scheduler.waitFor(Promise.all(all).then(() => Promise.all(besides)));
  (await running).kill();
  return calls;
}

function callOf(doing: Doing, student: StudentClient): Promise<Answer> {
  switch (doing.kind) {
    case 'tab':
      return student.call('PUT', '/api/tabs', { tab_id: 'coast', chosen_tab: doing.tab });
    case 'submit':
      return student.call('POST', '/api/submit');
    case 'poll':
      return student.call('GET', `/api/pdf/document-answer/${doing.key}`);
    case 'delete':
      return student.call('DELETE', `/api/document-answer/${doing.key}`);
    case 'unprepare':
      return student.call('DELETE', `/api/pdf/document-answer/${doing.key}`);
    default:
      throw new Error(`No call does ${doing.kind}.`);
  }
}

/** Starts a last server, and lets it end every conversion and sweep up what is so old that nobody is at work on it. */
export async function comeToRest(base: TestApp, studentId: string): Promise<void> {
  const { server } = await startServer(base, studentId, async () => undefined);
  await sweep(server, 0);
  await server.fileJobs.convert.run();
  await sweep(server, 2 * 3_600_000);
  await server.app.close();
}

async function sweep({ files, storage, queue: jobs, now }: TestApp, laterMs: number): Promise<void> {
  const discard = createDiscardFiles(files, () => undefined);
  const clock = (): Date => new Date(now().getTime() + laterMs);
  await sweepDocuments({ db: storage.db, files, discard, jobs, clock });
}
