import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useCardToast } from '#client/screens/account/use-card-toast.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (milliseconds: number): void => act(() => void vi.advanceTimersByTime(milliseconds));

it.each([
  ['success', 5_000],
  ['error', 300_000],
] as const)('a toast of %s on a card goes after %i ms', (severity, duration) => {
  const { result } = renderHook(() => useCardToast({ severity, label: 'The Label', message: '.' }));
  pass(duration - 1);
  expect(result.current[0]?.label).toBe('The Label');
  pass(1);
  expect(result.current[0]).toBeUndefined();
});

it('a toast that follows another has its full time', () => {
  const { result } = renderHook(() => useCardToast({ severity: 'success', label: 'First', message: '.' }));
  pass(4_000);
  act(() => result.current[1]({ severity: 'success', label: 'Second', message: '.' }));
  pass(4_000);
  expect(result.current[0]?.label).toBe('Second');
});
