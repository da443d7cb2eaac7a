import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { RenderRequest, RenderResult, RenderMessage } from './render-request.ts';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { language } from '#texts/language.ts';

export interface Renderer {
  /** Renders one application. Never rejects; aborted by `signal`, it is `late`. */
  render(request: RenderRequest, signal?: AbortSignal): Promise<RenderResult>;
  /** Ends the rendering processes with their browsers and current work. */
  close(): Promise<void>;
}

type RendererSettings = {
  /** Fallback folder for unpacking Chromium if the project's is not writable. */
  readonly dataDir?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Idle milliseconds after which a process is ended. */
  readonly idleMs?: number;
  /** Called once with a sentence if Chromium runs without its sandbox. */
  readonly onWarning?: (sentence: string) => void;
  /** Maximum duration of a rendering in milliseconds. */
  readonly limitMs?: number;
};

/** Concurrent copies per server. At least two, so that a long application does not block a short one. */
export const COPIES_AT_ONCE = Math.max(2, Math.floor(availableParallelism() / 2));

const PROJECT_CACHE = path.resolve(import.meta.dirname, '../../../../.cache');
const SANDBOX_IS_OFF =
  'Chromium renders PDF copies without its own sandbox: run the server as another user than root, with user namespaces.';
const IDLE_MS = 5 * 60_000;
/** The largest application takes a third of it on an idle machine. */
const LIMIT_MS = 50_000;

/** Returns folders for unpacking Chromium. In the project, or in the data folder if that is not writable. */
export function chromiumFolders(dataDir: string | undefined): readonly string[] {
  return [PROJECT_CACHE, ...(dataDir === undefined ? [] : [path.join(dataDir, 'cache')])];
}

/** Renders with as many processes as needed. Reuses the last used one first. */
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
    async render(request, signal) {
      const renderProcess = taken();
      const rendered = await renderProcess.render(request, signal);
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
  /** Folders for unpacking Chromium, best first. */
  readonly cacheFolders: readonly string[];
};

const PROCESS = path.join(import.meta.dirname, 'render-process.ts');
/** A busy process handles its end late. */
const END_LIMIT_MS = 5000;
/** Environment of the render process: no access to database, files or mail. */
const PASSED_ON = 'PATH HOME LANG LC_ALL TZ TMPDIR TEMP TMP SystemRoot CHROMIUM_PATH LD_LIBRARY_PATH'.split(
  ' ',
);

/**
 * Creates a process with its own browser, for one request at a time, so that requests do not block each other. It starts
 * at the first request, restarts after a crash, and ends when idle.
 */
function createRenderProcess(settings: ProcessSettings): Renderer {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  function started(): ChildProcess {
    if (child?.connected) return child;
    child = startProcess(settings);
    return child;
  }
  async function close(): Promise<void> {
    clearTimeout(idle);
    const ending = child;
    child = undefined;
    if (ending !== undefined) await stopProcess(ending);
  }
  return {
    async render(request, signal) {
      clearTimeout(idle);
      const rendered = await requestRendering(started(), request, settings.limitMs, signal);
      // Also ends whatever hangs in it.
      if (rendered.kind === 'late') await close();
      else idle = setTimeout(() => void close(), settings.idleMs).unref();
      return rendered;
    },
    close,
  };
}

function startProcess({ cacheFolders, env }: ProcessSettings): ChildProcess {
  const child = fork(PROCESS, cacheFolders, {
    env: Object.fromEntries(PASSED_ON.map((name) => [name, env[name]])),
    // Ten documents of 190 pages take half of it; one of 10 kB can take gigabytes.
    execArgv: ['--max-old-space-size=512'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // Lets the server exit while it is idle.
  child.unref();
  child.channel?.unref();
  return child;
}

/** Ends a process, which kills its browser once disconnected. */
async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  if (child.connected) child.disconnect();
  const late = setTimeout(() => child.kill('SIGKILL'), END_LIMIT_MS);
  await ended;
  clearTimeout(late);
}

async function requestRendering(
  child: ChildProcess,
  request: RenderRequest,
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
  const message: RenderMessage = { request, language: language() };
  child.send(message, (error) => {
    if (error !== null) onExit();
  });
  const rendered = await promise;
  clearTimeout(late);
  signal?.removeEventListener('abort', onLate);
  child.removeAllListeners();
  // Errors while idle show at the next request; unhandled ones would end the server.
  child.on('error', () => undefined);
  child.unref();
  child.channel?.unref();
  return rendered;
}
