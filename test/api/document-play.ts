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
export type Action =
  | { readonly kind: 'upload' | 'twice' | 'again' | 'poll' | 'delete' | 'unprepare'; readonly key: Key }
  | { readonly kind: 'tab'; readonly tab: 'west' | 'east' }
  | { readonly kind: 'submit' | 'convert' | 'sweep' | 'kill' };

const anyKey = fc.constantFrom<Key[]>('passport', 'plan');
const withKey = fc.constantFrom(...(['upload', 'twice', 'again', 'poll', 'delete', 'unprepare'] as const));
const anyTab = fc.constantFrom(...(['west', 'east'] as const));
const alone = fc.constantFrom(...(['submit', 'convert', 'convert', 'sweep', 'kill'] as const));

export const actions: fc.Arbitrary<Action[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: withKey, key: anyKey }) },
    { weight: 3, arbitrary: fc.record({ kind: alone }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('tab' as const), tab: anyTab }) },
  ),
  { minLength: 2, maxLength: 14 },
);

/** A call and its time. */
export type CallRecord = {
  readonly action: Action['kind'];
  readonly key: Key | undefined;
  /** Identifies an upload. */
  readonly size: number | undefined;
  readonly begun: number;
  ended: number;
  /** 0 while in flight. */
  status: number;
};

/** The fake conversion of a file. */
export function convertedOf(size: number): Buffer {
  return Buffer.from(`made of ${size} bytes`);
}

/** Waits for its turn. */
type WaitTurn = (what: string) => Promise<void>;

type RunningServer = {
  readonly server: TestApp;
  readonly student: StudentClient;
  /** Runs work on this server, until it is done or the killed server has halted. */
  readonly act: (work: () => Promise<void>) => Promise<void>;
  /** Halts everything in this server at its next file access. */
  readonly kill: () => void;
};

/** A server on the database and files of another one, as after a crash. */
async function startServer(base: TestApp, studentId: string, pass: WaitTurn): Promise<RunningServer> {
  const { promise: halted, resolve: halt } = Promise.withResolvers<void>();
  let isKilled = false;
  let atWork = 0;
  const leave = (): void => {
    atWork -= 1;
    if (isKilled && atWork === 0) halt();
  };
  const passAlive: WaitTurn = async (what) => {
    await pass(what);
    if (!isKilled) return;
    leave();
    await new Promise(() => undefined);
  };
  const server = await createTestApp({
    storage: base.storage,
    questionnaire: documentQuestionnaire(),
    // Work of a killed server never ends, and nothing waits for it.
    callsAtOnce: Infinity,
    files: turnByTurn(base.files, passAlive),
    convert: async ({ length }) => ({ ...CONVERTED, document: convertedOf(length) }),
  });
  server.pass(base.now().getTime() - server.now().getTime());
  const act: RunningServer['act'] = (work) => {
    atWork += 1;
    return Promise.race([work().finally(leave), halted]);
  };
  const kill = (): void => {
    isKilled = true;
  };
  return { server, student: await openSession(server, studentId), act, kill };
}

/** Files that wait for a turn before and after each access. */
function turnByTurn(files: DiskFiles, pass: WaitTurn): DiskFiles {
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

type Play = {
  /** The server whose database and files are shared. */
  readonly base: TestApp;
  readonly studentId: string;
  /** Decides the order. */
  readonly scheduler: fc.Scheduler;
  readonly actions: readonly Action[];
};

/** Runs all actions in parallel. @returns the calls, once all are done */
export async function playDocuments(played: Play): Promise<readonly CallRecord[]> {
  const { base, studentId, scheduler } = played;
  const pass: WaitTurn = (what) => scheduler.schedule(Promise.resolve(), what).then(() => undefined);
  const calls: CallRecord[] = [];
  const uploads = new Map<Key, { readonly fileKey: string; readonly size: number }>();
  let time = 0;
  let sizes = 100;
  let running = startServer(base, studentId, pass);

  type What = { readonly action: Action['kind']; readonly key?: Key; readonly size?: number };
  const call = async ({ action, key, size }: What, answered: Promise<Pick<Answer, 'status'>>) => {
    const called: CallRecord = { action, key, size, begun: (time += 1), ended: Infinity, status: 0 };
    calls.push(called);
    called.status = (await answered).status;
    called.ended = time += 1;
    return called.status;
  };
  const again = async (key: Key, student: StudentClient): Promise<void> => {
    const upload = uploads.get(key);
    if (upload === undefined) return;
    const { fileKey, size } = upload;
    await call({ action: 'again', key, size }, claim(student, key, fileKey));
  };
  const upload = async (key: Key, { server, student }: RunningServer): Promise<boolean> => {
    const form = await presign(student, key).catch(() => undefined);
    if (form === undefined) return false;
    const size = (sizes += 1);
    const posted = await call({ action: 'upload', key }, postForm(server, form, fileOf('pdf', size)));
    if (posted !== 204) return false;
    uploads.set(key, { fileKey: form.fields['key'] ?? '', size });
    return true;
  };
  const parallel: Promise<void>[] = [];
  const act = async (action: Action, now: RunningServer): Promise<void> => {
    const { server, student } = now;
    const { kind } = action;
    if (kind === 'upload' || kind === 'twice') {
      if (!(await upload(action.key, now))) return;
      if (kind === 'twice') parallel.push(now.act(() => again(action.key, student)));
      return again(action.key, student);
    }
    if (kind === 'again') return again(action.key, student);
    if (kind === 'convert') return server.fileJobs.convert.run();
    if (kind === 'sweep') return sweep(server, 0);
    if (kind === 'kill') {
      now.kill();
      running = startServer(base, studentId, pass);
      return;
    }
    await call({ action: kind, ...('key' in action && { key: action.key }) }, callOf(action, student));
  };
  await running;
  const all = played.actions.map(async (action) => {
    await pass(action.kind);
    const now = await running;
    await now.act(() => act(action, now));
  });
  await scheduler.waitFor(Promise.all(all).then(() => Promise.all(parallel)));
  (await running).kill();
  return calls;
}

function callOf(action: Action, student: StudentClient): Promise<Answer> {
  switch (action.kind) {
    case 'tab':
      return student.call('PUT', '/api/tabs', { tab_id: 'coast', chosen_tab: action.tab });
    case 'submit':
      return student.call('POST', '/api/submit');
    case 'poll':
      return student.call('GET', `/api/pdf/document-answer/${action.key}`);
    case 'delete':
      return student.call('DELETE', `/api/document-answer/${action.key}`);
    case 'unprepare':
      return student.call('DELETE', `/api/pdf/document-answer/${action.key}`);
    default:
      throw new Error(`No call does ${action.kind}.`);
  }
}

/** Starts a last server, which finishes conversions and sweeps old files. */
export async function settleDocuments(base: TestApp, studentId: string): Promise<void> {
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
