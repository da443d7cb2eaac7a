import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { ownTexts } from '#texts/say.ts';
import type { RenderMessage, RenderOrder, RenderResult } from './render-order.ts';

export interface Renderer {
  /** Draws one application; orders are done one after the other. Never rejects. */
  render(order: RenderOrder): Promise<RenderResult>;
  /** Ends the process, with what it is doing. */
  close(): Promise<void>;
}

export type RendererSettings = {
  /** Where Chromium is unpacked when the project's own folder cannot be written. */
  readonly dataDir?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds without an order after which the process is ended. */
  readonly idleMs?: number;
};

const PROCESS = path.join(import.meta.dirname, 'render-process.ts');
const PROJECT_CACHE = path.resolve(import.meta.dirname, '../../../../.cache');
const IDLE_MS = 5 * 60_000;
/** Nothing that is well takes as long, and the job ends a little later. */
const ORDER_LIMIT_MS = 90_000;
/** All that the drawing process gets: nothing that opens the database, the files or the mail. */
const PASSED_ON = [
  'PATH',
  'HOME',
  'LANG',
  'LC_ALL',
  'TZ',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SystemRoot',
  'CHROMIUM_PATH',
  'LD_LIBRARY_PATH',
];

/** Starts the drawing process at the first order, again after it died, and ends it when nothing was asked for a while. */
export function createRenderer({ dataDir, env, idleMs = IDLE_MS }: RendererSettings): Renderer {
  const cacheFolders = [PROJECT_CACHE, ...(dataDir === undefined ? [] : [path.join(dataDir, 'cache')])];
  let child: ChildProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;
  function started(): ChildProcess {
    if (child?.connected) return child;
    child = fork(PROCESS, cacheFolders, {
      env: Object.fromEntries(PASSED_ON.map((name) => [name, env[name]])),
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // The server may end while it is idle.
    child.unref();
    child.channel?.unref();
    return child;
  }
  async function close(): Promise<void> {
    clearTimeout(idle);
    const ending = child;
    child = undefined;
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = once(ending, 'exit');
    if (ending.connected) ending.disconnect();
    else ending.kill('SIGKILL');
    await ended;
  }
  async function render(order: RenderOrder): Promise<RenderResult> {
    clearTimeout(idle);
    const rendered = await askRenderer(started(), order);
    idle = setTimeout(() => void close(), idleMs).unref();
    return rendered;
  }
  return {
    render(order) {
      const next = last.then(() => render(order));
      last = next;
      return next;
    },
    close,
  };
}

async function askRenderer(child: ChildProcess, order: RenderOrder): Promise<RenderResult> {
  const { promise, resolve } = Promise.withResolvers<RenderResult>();
  const onExit = (): void => resolve({ kind: 'failed', message: 'The drawing process ended.' });
  const late = setTimeout(() => child.kill('SIGKILL'), ORDER_LIMIT_MS);
  child.ref();
  child.channel?.ref();
  child.once('message', (rendered: RenderResult) => resolve(rendered));
  child.once('exit', onExit);
  child.once('error', onExit);
  const message: RenderMessage = { order, ownTexts: ownTexts() };
  child.send(message, (error) => {
    if (error !== null) onExit();
  });
  const rendered = await promise;
  clearTimeout(late);
  child.removeAllListeners();
  child.unref();
  child.channel?.unref();
  return rendered;
}
