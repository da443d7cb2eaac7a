import assert from 'node:assert/strict';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { flushDeferred } from '#client/ui/schedule.ts';
import { describeScreen } from './describe-screen.ts';

// The first test of a file loads the screens' modules, and on a machine under load that takes its time.
configure({
  asyncUtilTimeout: 60_000,
  getElementError: createElementError,
});

/** Reports a missing element at its test, without the whole DOM and the list of roles: the screen is added below. */
function createElementError(message: string | null): Error {
  const error = new Error(message?.split('\n\n')[0]);
  Error.captureStackTrace(error, createElementError);
  return error;
}

/** What a test of the client printed as error or warning, in order. */
let printed: unknown[][] = [];

/**
 * React reports real faults (a lost key, an update after unmount, an uncontrolled control) only on the
 * console, so a client test that prints an error or a warning fails. A test that provokes one on purpose
 * spies on the console itself and asserts on what was printed.
 */
beforeEach(() => {
  printed = [];
  // Where the client logs what the server refused (docs/behavior.md 8).
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
  // A frame that was asked for while a test held the time never comes; the next test would wait for it.
  flushDeferred();
  vi.restoreAllMocks();
  assert.deepEqual(printed, [], 'a client test prints no error and no warning');
});
