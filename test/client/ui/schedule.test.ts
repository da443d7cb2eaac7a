import { afterEach, describe, expect, it, vi } from 'vitest';
import { afterPaint, flushDeferred } from '#client/ui/schedule.ts';

/** Delays painting. @returns a function that paints */
function heldFrames(): () => void {
  const frames: FrameRequestCallback[] = [];
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => frames.push(callback));
  return () => frames.forEach((frame) => frame(0));
}

afterEach(() => void vi.useRealTimers());

describe('deferred work', () => {
  it('runs once, after paint', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const paint = heldFrames();
    const work = vi.fn<() => void>();
    afterPaint(work);
    afterPaint(work);
    paint();
    expect(work).not.toHaveBeenCalled();
    vi.advanceTimersByTime(0);
    expect(work).toHaveBeenCalledOnce();
  });

  it.each(['keydown', 'beforeinput', 'pointerdown', 'mousedown', 'click', 'pagehide'])(
    'runs before the next %s reaches the page',
    (type) => {
      heldFrames();
      const done: string[] = [];
      const note = (): number => done.push(type);
      window.addEventListener(type, note, { once: true });
      afterPaint(() => done.push('waited'));
      (type === 'pagehide' ? window : document.body).dispatchEvent(new Event(type, { bubbles: true }));
      window.removeEventListener(type, note);
      expect(done).toEqual(['waited', type]);
    },
  );

  it('runs at once in a hidden page', () => {
    heldFrames();
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const work = vi.fn<() => void>();
    afterPaint(work);
    expect(work).toHaveBeenCalledOnce();
  });

  it('runs even if something else throws', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    heldFrames();
    const work = vi.fn<() => void>();
    afterPaint(() => {
      throw new Error('This cannot be done.');
    });
    afterPaint(work);
    flushDeferred();
    expect(work).toHaveBeenCalledOnce();
    expect(console.error).toHaveBeenCalledOnce();
  });

  it('runs at once when flushed', () => {
    heldFrames();
    const work = vi.fn<() => void>();
    afterPaint(work);
    flushDeferred();
    expect(work).toHaveBeenCalledOnce();
  });
});
