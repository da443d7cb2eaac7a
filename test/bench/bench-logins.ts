import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createPasswordHasher } from '../../src/server/accounts/password-hasher.ts';
import { startTestServer, USUAL_SERVER } from '../support/test-server.ts';
import type { Figure } from './figure.ts';
import { seedStudents } from './bench-students.ts';
import { createCaller, PASSWORD, type Caller } from './login-load.ts';
import { percentile } from './percentile.ts';

const AT_ONCE = 20;
const ROUNDS = 15;
const PAIRS = 500;
const CONCURRENT_LOGINS = 200;
const WRITES_ALONE = 100;

/**
 * Measures log-ins: twenty at once compared with the bare hash, timing differences between known and unknown addresses
 * (security case B04), and write latency while two hundred log in.
 */
export async function benchLogins(): Promise<readonly Figure[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'matricula-bench-'));
  const hasher = await createPasswordHasher();
  const stored = await hasher.hash(PASSWORD);
  await seedStudents({ dataDir }, PAIRS, {}, { passwordHash: stored, nameOf: (at) => `student-${at}` });
  const server = await startTestServer({
    dataDir,
    command: USUAL_SERVER,
    env: { LOG_LEVEL: 'error', TRUST_PROXY: '1' },
  });
  try {
    const call = createCaller(server.url);
    return [
      await benchHash(call, () => hasher.verify(stored, PASSWORD)),
      await benchWriteLatency(call),
      ...(await benchSecrecy(call)),
    ];
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Returns the 99th percentile over rounds of concurrent calls, without the first, which includes JIT compilation. */
async function p99(work: (student: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const students = Array.from({ length: AT_ONCE }, (_, index) => round * AT_ONCE + index);
    const taken = await Promise.all(students.map((student) => timeOf(() => work(student))));
    if (round > 0) times.push(...taken);
  }
  return percentile(times, 0.99);
}

async function benchHash(call: Caller, hash: () => Promise<unknown>): Promise<Figure> {
  const value = await p99((student) => call.logIn(student, PASSWORD));
  const bare = await p99(hash);
  return {
    name: `p99 of a log-in, ${AT_ONCE} at once`,
    value,
    unit: 'ms',
    baselines: [{ name: 'bare hash', value: bare }],
    target: { kind: 'atMost', limit: 700 },
  };
}

/** Measures sequential writes, first idle, then during concurrent log-ins. */
async function benchWriteLatency(call: Caller): Promise<Figure> {
  const write = await call.openWriter();
  const alone: number[] = [];
  while (alone.length < WRITES_ALONE) alone.push(await timeOf(write));
  const crowd = Array.from({ length: CONCURRENT_LOGINS }, (_, student) => call.logIn(student, PASSWORD));
  const crowded = await timesWhile(write, Promise.all(crowd));
  return {
    name: `p99 of a write while ${CONCURRENT_LOGINS} log in`,
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

/** Alternates known and unknown addresses, and their order, to cancel out side effects. */
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
      value: Math.abs(percentile(known, 0.5) - percentile(unknown, 0.5)),
      unit: 'ms',
      baselines: [{ name: 'unknown takes', value: percentile(unknown, 0.5) }],
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
