import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createPasswordHasher } from '../../src/server/accounts/password-hasher.ts';
import { startTestServer, USUAL_SERVER } from '../support/test-server.ts';
import type { Figure } from './figure.ts';
import { createCaller, PASSWORD, seedAccounts, type Caller } from './login-load.ts';
import { median } from './median.ts';

const AT_ONCE = 20;
const ROUNDS = 15;
const PAIRS = 500;
const CROWD = 200;
const WRITES_ALONE = 100;

/**
 * What logging in costs: twenty at once beside the bare hash, whether the time distinguishes a known address from an
 * unknown one (security case B04), and how long a write waits while two hundred log in.
 */
export async function benchLogins(): Promise<readonly Figure[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'matricula-bench-'));
  await seedAccounts(dataDir, PAIRS);
  const server = await startTestServer({
    dataDir,
    command: USUAL_SERVER,
    env: { LOG_LEVEL: 'error', TRUST_PROXY: '1' },
  });
  try {
    const call = createCaller(server.url);
    return [await benchHash(call), await benchCrowd(call), ...(await benchSecrecy(call))];
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * Rounds of so many at once, and the time under which 99 of 100 stay. A first round is not counted: a server that just
 * started compiles its code in it, and of 300 times its own would be the ones that count.
 */
async function p99(work: (student: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const students = Array.from({ length: AT_ONCE }, (_, index) => round * AT_ONCE + index);
    const taken = await Promise.all(students.map((student) => timeOf(() => work(student))));
    if (round > 0) times.push(...taken);
  }
  return percentile(times, 0.99);
}

async function benchHash(call: Caller): Promise<Figure> {
  const hasher = await createPasswordHasher();
  const stored = await hasher.hash(PASSWORD);
  const value = await p99((student) => call.logIn(student, PASSWORD));
  const bare = await p99(() => hasher.verify(stored, PASSWORD));
  return {
    name: `p99 of a log-in, ${AT_ONCE} at once`,
    value,
    unit: 'ms',
    baselines: [{ name: 'bare hash', value: bare }],
    target: { kind: 'atMost', limit: 700 },
  };
}

/** Writes one after the other, first alone and then while the crowd logs in. */
async function benchCrowd(call: Caller): Promise<Figure> {
  const write = await call.openWriter();
  const alone: number[] = [];
  while (alone.length < WRITES_ALONE) alone.push(await timeOf(write));
  const crowd = Array.from({ length: CROWD }, (_, student) => call.logIn(student, PASSWORD));
  const crowded = await timesWhile(write, Promise.all(crowd));
  return {
    name: `p99 of a write while ${CROWD} log in`,
    value: percentile(crowded, 0.99),
    unit: 'ms',
    baselines: [{ name: 'alone', value: percentile(alone, 0.99) }],
    target: { kind: 'atMost', limit: 300 },
  };
}

async function timesWhile(work: () => Promise<unknown>, until: Promise<unknown>): Promise<number[]> {
  const running = { is: true };
  const ended = until.finally(() => {
    running.is = false;
  });
  const times: number[] = [];
  while (running.is) times.push(await timeOf(work));
  await ended;
  return times;
}

/** Known and unknown in turn, each first in every other pair: what one leaves behind meets both alike. */
async function benchSecrecy(call: Caller): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const [name, ask] of Object.entries(call.questions)) {
    const known: number[] = [];
    const unknown: number[] = [];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const askKnown = async () => known.push(await timeOf(() => ask(`student-${pair}@example.org`)));
      const askUnknown = async () => unknown.push(await timeOf(() => ask(`nobody-${pair}@example.org`)));
      for (const next of pair % 2 === 0 ? [askKnown, askUnknown] : [askUnknown, askKnown]) await next();
    }
    figures.push({
      name: `known against unknown, ${name}`,
      value: Math.abs(median(known) - median(unknown)),
      unit: 'ms',
      baselines: [{ name: 'unknown takes', value: median(unknown) }],
      target: { kind: 'atMost', limit: 5 },
    });
  }
  return figures;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}
