import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PRELOAD_DELAY, usePreload } from '#client/screens/session/use-preload.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('what checks the form is loaded before it is needed, once the page has come to rest', () => {
  let loads = 0;
  const preload = async (): Promise<void> => void (loads += 1);
  renderHook(() => usePreload({ preload }));
  vi.advanceTimersByTime(PRELOAD_DELAY - 1);
  expect(loads).toBe(0);
  vi.advanceTimersByTime(1);
  expect(loads).toBe(1);
});
