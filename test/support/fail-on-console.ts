import assert from 'node:assert/strict';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { flushDeferred } from '#client/ui/schedule.ts';
import { describeScreen } from './describe-screen.ts';

// The first test of a file loads the client's modules, which takes long on a busy machine.
configure({
  asyncUtilTimeout: 60_000,
  getElementError: createElementError,
});

/** Reports a missing element without the whole DOM and roles: the screen is added below. */
function createElementError(message: string | null): Error {
  const error = new Error(message?.split('\n\n')[0]);
  Error.captureStackTrace(error, createElementError);
  return error;
}

/** Errors and warnings printed by a client test, in order. */
let printed: unknown[][] = [];

/**
 * React reports real bugs (a missing key, an update after unmount, an uncontrolled control) only on the console, so a
 * client test that prints an error or a warning fails. Tests that provoke one spy on the console themselves.
 */
beforeEach(() => {
  printed = [];
  // The client logs refusals here (docs/behavior.md 8).
  vi.spyOn(console, 'info').mockImplementation(() => {});
  for (const level of ['error', 'warn'] as const) {
    const print = console[level];
    vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => {
      printed.push(parts);
      print(...parts);
    });
  }
});

afterEach(({ task }) => {
  for (const error of task.result?.errors ?? []) error.message += describeScreen();
  cleanup();
  // Frames requested under fake timers would never run, and block the next test.
  flushDeferred();
  vi.restoreAllMocks();
  assert.deepEqual(printed, [], 'a client test prints no error and no warning');
});
