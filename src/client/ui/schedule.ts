import { useCallback, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { onPageHidden } from './page-visibility.ts';

/** What a student can do next; each finds the page as what was done before left it. */
const NEXT = ['keydown', 'beforeinput', 'pointerdown', 'mousedown', 'click'];

const waiting = new Set<() => void>();
let stopWaiting = (): void => {};
let isListening = false;

/** Defers work until the next paint, but before the next input or page hide (decision 4). */
export function afterPaint(work: () => void): void {
  // A hidden page is not painted, and can be ended at any time.
  if (document.visibilityState === 'hidden') return work();
  listen();
  waiting.add(work);
  if (waiting.size > 1) return;
  stopWaiting = afterFrame(flushDeferred);
}

/** As useSyncExternalStore, but what changes is rendered {@link afterPaint}. */
export function useAfterPaint<Value>(
  subscribe: (listener: () => void) => () => void,
  get: () => Value,
): Value {
  const subscribeLater = useCallback(
    (listener: () => void) => subscribe(() => afterPaint(listener)),
    [subscribe],
  );
  return useSyncExternalStore(subscribeLater, get, get);
}

/** Runs all deferred work now and renders its result. */
export function flushDeferred(): void {
  stopWaiting();
  const works = [...waiting];
  waiting.clear();
  if (works.length > 0) flushSync(() => works.forEach(runAndReport));
}

function listen(): void {
  if (isListening) return;
  isListening = true;
  for (const type of NEXT) window.addEventListener(type, flushDeferred, { capture: true, passive: true });
  onPageHidden(flushDeferred);
}

/** Runs work, and prints what it throws instead of rethrowing it. */
export function runAndReport(work: () => void): void {
  try {
    work();
  } catch (error) {
    console.error(error);
  }
}

/** Runs work after so many milliseconds. @returns how to stop the wait */
export function after(milliseconds: number, work: () => void): () => void {
  const timeout = setTimeout(work, milliseconds);
  return () => clearTimeout(timeout);
}

/** Creates a restartable timer for one piece of work. */
export function createTimer(work: () => void) {
  let timeout: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => clearTimeout(timeout);
  return {
    start: (milliseconds: number): void => {
      stop();
      timeout = setTimeout(work, milliseconds);
    },
    stop,
  };
}

/** Runs work every so many milliseconds. @returns how to stop */
export function repeat(milliseconds: number, work: () => void): () => void {
  const interval = setInterval(work, milliseconds);
  return () => clearInterval(interval);
}

/** Runs work once the next frame is painted. @returns how to stop the wait */
export function afterFrame(work: () => void): () => void {
  let stop: (() => void) | undefined;
  const frame = requestAnimationFrame(() => {
    stop = after(0, work);
  });
  return () => {
    cancelAnimationFrame(frame);
    stop?.();
  };
}

/** Waits so many milliseconds, or until the signal aborts. Never rejects. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      stop();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const stop = after(milliseconds, end);
    signal?.addEventListener('abort', end);
  });
}
