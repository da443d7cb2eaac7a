import { useCallback, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { onPageHidden } from './page-visibility.ts';

/** Input events, before which deferred work is flushed. */
const NEXT = ['keydown', 'beforeinput', 'pointerdown', 'mousedown', 'click'];

const waiting = new Set<() => void>();
let stopWaiting = (): void => {};
let isListening = false;

/** Defers work until the next paint, but before the next input or page hide (decision 4). */
export function afterPaint(work: () => void): void {
  // Hidden pages do not paint and can be ended anytime.
  if (document.visibilityState === 'hidden') return work();
  listen();
  waiting.add(work);
  if (waiting.size > 1) return;
  stopWaiting = afterFrame(flushDeferred);
}

/** useSyncExternalStore that re-renders {@link afterPaint}. */
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

/** Runs work; logs errors instead of throwing. */
export function runAndReport(work: () => void): void {
  try {
    work();
  } catch (error) {
    console.error(error);
  }
}

/** Runs work after a delay in milliseconds. @returns a cancel function */
export function after(milliseconds: number, work: () => void): () => void {
  const timeout = setTimeout(work, milliseconds);
  return () => clearTimeout(timeout);
}

/** Creates a restartable timer. */
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

/** Runs work at an interval in milliseconds. @returns a stop function */
export function repeat(milliseconds: number, work: () => void): () => void {
  const interval = setInterval(work, milliseconds);
  return () => clearInterval(interval);
}

/** Runs work after the next frame is painted. @returns a cancel function */
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

/** Waits milliseconds or until the signal aborts. Never rejects. */
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
