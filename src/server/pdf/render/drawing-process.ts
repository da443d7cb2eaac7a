import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { language } from '#texts/language.ts';
import type { RenderMessage, RenderOrder, RenderResult } from './render-order.ts';

/** A process with a browser of its own: what holds one up holds up no other. */
export interface DrawingProcess {
  /** Draws one application; one order at a time. Never rejects. */
  draw(order: RenderOrder): Promise<RenderResult>;
  /** Ends the process, with its browser and what it is doing. */
  close(): Promise<void>;
}

export type DrawingSettings = {
  /** Folders in which Chromium may be unpacked, the best first. */
  readonly cacheFolders: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds without an order after which the process is ended. */
  readonly idleMs: number;
  /** Milliseconds after which an order counts as late. */
  readonly limitMs: number;
};

const PROCESS = path.join(import.meta.dirname, 'render-process.ts');
/** A process that is busy hears late that it is to end. */
const END_LIMIT_MS = 5000;
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

/** Starts at the first order, again after it died, and ends when nothing was asked for a while. */
export function createDrawingProcess(settings: DrawingSettings): DrawingProcess {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  function started(): ChildProcess {
    if (child?.connected) return child;
    child = forkDrawing(settings);
    return child;
  }
  async function close(): Promise<void> {
    clearTimeout(idle);
    const ending = child;
    child = undefined;
    if (ending !== undefined) await endDrawing(ending);
  }
  return {
    async draw(order) {
      clearTimeout(idle);
      const rendered = await askDrawing(started(), order, settings.limitMs);
      // Whatever hangs in it goes with it.
      if (rendered.kind === 'late') await close();
      else idle = setTimeout(() => void close(), settings.idleMs).unref();
      return rendered;
    },
    close,
  };
}

function forkDrawing({ cacheFolders, env }: DrawingSettings): ChildProcess {
  const child = fork(PROCESS, cacheFolders, {
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

/** Cut off from the server it kills its browser and ends. */
async function endDrawing(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  if (child.connected) child.disconnect();
  const late = setTimeout(() => child.kill('SIGKILL'), END_LIMIT_MS);
  await ended;
  clearTimeout(late);
}

async function askDrawing(child: ChildProcess, order: RenderOrder, limitMs: number): Promise<RenderResult> {
  const { promise, resolve } = Promise.withResolvers<RenderResult>();
  const onExit = (): void => resolve({ kind: 'failed', message: 'The drawing process ended.' });
  const late = setTimeout(() => resolve({ kind: 'late', message: 'It took too long.' }), limitMs);
  child.ref();
  child.channel?.ref();
  child.once('message', (rendered: RenderResult) => resolve(rendered));
  child.once('exit', onExit);
  child.once('error', onExit);
  const message: RenderMessage = { order, language: language() };
  child.send(message, (error) => {
    if (error !== null) onExit();
  });
  const rendered = await promise;
  clearTimeout(late);
  child.removeAllListeners();
  // What it meets while it rests shows at the next order; a fault that nobody listens to would end the server.
  child.on('error', () => undefined);
  child.unref();
  child.channel?.unref();
  return rendered;
}
