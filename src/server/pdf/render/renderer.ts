import { availableParallelism } from 'node:os';
import path from 'node:path';
import { createDrawingProcess, type DrawingProcess } from './drawing-process.ts';
import type { RenderOrder, RenderResult } from './render-order.ts';

export interface Renderer {
  /** Draws one application, in addition to those that are being drawn. Never rejects. */
  render(order: RenderOrder): Promise<RenderResult>;
  /** Ends the processes, with what they are doing. */
  close(): Promise<void>;
}

export type RendererSettings = {
  /** Where Chromium is unpacked when the project's own folder cannot be written. */
  readonly dataDir?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds without an order after which a process is ended. */
  readonly idleMs?: number;
  /** Called once with a sentence when Chromium runs without its sandbox. */
  readonly onWarning?: (sentence: string) => void;
  /** Milliseconds that one drawing may take. */
  readonly limitMs?: number;
};

/** How many copies a server makes at once. Never one alone: an application that takes long holds up nobody who wants a short one. */
export const COPIES_AT_ONCE = Math.max(2, Math.floor(availableParallelism() / 2));

const PROJECT_CACHE = path.resolve(import.meta.dirname, '../../../../.cache');
const SANDBOX_IS_OFF =
  'Chromium draws PDF copies without its own sandbox: run the server as another user than root, with user namespaces.';
const IDLE_MS = 5 * 60_000;
/** The largest application takes a third of it on a machine that has nothing else to do. */
const LIMIT_MS = 50_000;

/** Draws with as many processes as are needed at once; the one that was used last is used first. */
export function createRenderer(settings: RendererSettings): Renderer {
  const { dataDir, env, idleMs = IDLE_MS, limitMs = LIMIT_MS } = settings;
  const cacheFolders = [PROJECT_CACHE, ...(dataDir === undefined ? [] : [path.join(dataDir, 'cache')])];
  const all = new Set<DrawingProcess>();
  const free: DrawingProcess[] = [];
  let hasWarned = false;
  function taken(): DrawingProcess {
    const drawing = free.pop() ?? createDrawingProcess({ cacheFolders, env, idleMs, limitMs });
    all.add(drawing);
    return drawing;
  }
  return {
    async render(order) {
      const drawing = taken();
      const rendered = await drawing.draw(order);
      free.push(drawing);
      if (rendered.kind === 'done' && !rendered.isSandboxed && !hasWarned) {
        hasWarned = true;
        settings.onWarning?.(SANDBOX_IS_OFF);
      }
      return rendered;
    },
    close: async () => void (await Promise.all([...all].map((drawing) => drawing.close()))),
  };
}
