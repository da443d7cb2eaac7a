import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { RenderOrder, RenderResult, RenderMessage } from './render-order.ts';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { language } from '#texts/language.ts';

export interface Renderer {
  /** Renders one application. Never rejects; one that `signal` aborts is `late`. */
  render(order: RenderOrder, signal?: AbortSignal): Promise<RenderResult>;
  /** Ends what renders, with its browser and what it is doing. */
  close(): Promise<void>;
}

type RendererSettings = {
  /** Where Chromium is unpacked when the project's own folder cannot be written. */
  readonly dataDir?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds without an order after which a process is ended. */
  readonly idleMs?: number;
  /** Called once with a sentence when Chromium runs without its sandbox. */
  readonly onWarning?: (sentence: string) => void;
  /** Milliseconds that one rendering can take. */
  readonly limitMs?: number;
};

/** How many copies a server makes at once. Never one alone: an application that takes long holds up nobody who wants a short one. */
export const COPIES_AT_ONCE = Math.max(2, Math.floor(availableParallelism() / 2));

const PROJECT_CACHE = path.resolve(import.meta.dirname, '../../../../.cache');
const SANDBOX_IS_OFF =
  'Chromium renders PDF copies without its own sandbox: run the server as another user than root, with user namespaces.';
const IDLE_MS = 5 * 60_000;
/** The largest application takes a third of it on a machine that has nothing else to do. */
const LIMIT_MS = 50_000;

/** Where Chromium is unpacked: with the project, or with the data where the project cannot be written. */
export function chromiumFolders(dataDir: string | undefined): readonly string[] {
  return [PROJECT_CACHE, ...(dataDir === undefined ? [] : [path.join(dataDir, 'cache')])];
}

/** Renders with as many processes as are needed at once; the one that was used last is used first. */
export function createRenderer(settings: RendererSettings): Renderer {
  const { dataDir, env, idleMs = IDLE_MS, limitMs = LIMIT_MS } = settings;
  const cacheFolders = chromiumFolders(dataDir);
  const all = new Set<Renderer>();
  const free: Renderer[] = [];
  let hasWarned = false;
  function taken(): Renderer {
    const renderProcess = free.pop() ?? createRenderProcess({ cacheFolders, env, idleMs, limitMs });
    all.add(renderProcess);
    return renderProcess;
  }
  return {
    async render(order, signal) {
      const renderProcess = taken();
      const rendered = await renderProcess.render(order, signal);
      free.push(renderProcess);
      if (rendered.kind === 'done' && !rendered.isSandboxed && !hasWarned) {
        hasWarned = true;
        settings.onWarning?.(SANDBOX_IS_OFF);
      }
      return rendered;
    },
    close: async () => void (await Promise.all([...all].map((renderProcess) => renderProcess.close()))),
  };
}

type ProcessSettings = Required<Pick<RendererSettings, 'env' | 'idleMs' | 'limitMs'>> & {
  /** Folders in which Chromium may be unpacked, the best first. */
  readonly cacheFolders: readonly string[];
};

const PROCESS = path.join(import.meta.dirname, 'render-process.ts');
/** A process that is busy hears late that it is to end. */
const END_LIMIT_MS = 5000;
/** The environment of the render process: nothing that opens the database, the files or the mail. */
const PASSED_ON = 'PATH HOME LANG LC_ALL TZ TMPDIR TEMP TMP SystemRoot CHROMIUM_PATH LD_LIBRARY_PATH'.split(
  ' ',
);

/**
 * A process with a browser of its own, for one order at a time: what holds one up holds up no other. It starts at the
 * first order, again after it died, and ends when nothing was asked for a while.
 */
function createRenderProcess(settings: ProcessSettings): Renderer {
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
    async render(order, signal) {
      clearTimeout(idle);
      const rendered = await askDrawing(started(), order, settings.limitMs, signal);
      // Whatever hangs in it goes with it.
      if (rendered.kind === 'late') await close();
      else idle = setTimeout(() => void close(), settings.idleMs).unref();
      return rendered;
    },
    close,
  };
}

function forkDrawing({ cacheFolders, env }: ProcessSettings): ChildProcess {
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

async function askDrawing(
  child: ChildProcess,
  order: RenderOrder,
  limitMs: number,
  signal?: AbortSignal,
): Promise<RenderResult> {
  const { promise, resolve } = Promise.withResolvers<RenderResult>();
  const onExit = (): void => resolve({ kind: 'failed', message: 'The render process ended.' });
  const onLate = (): void => resolve({ kind: 'late', message: 'It took too long.' });
  const late = setTimeout(onLate, limitMs);
  signal?.addEventListener('abort', onLate, { once: true });
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
  signal?.removeEventListener('abort', onLate);
  child.removeAllListeners();
  // What it meets while it rests shows at the next order; a fault that nobody listens to would end the server.
  child.on('error', () => undefined);
  child.unref();
  child.channel?.unref();
  return rendered;
}
