import { setTimeout as delay } from 'node:timers/promises';
import { browsersOf } from '../server/pdf/browser-processes.ts';
import { replaceNode } from './stage/nodes.ts';
import { until } from './stage/program.ts';
import { fillDisk } from './stage/small-disk.ts';
import type { Stage } from './stage/stage.ts';

/** A failure around the students that resolves itself. */
export type Fault = {
  readonly name: string;
  /** Saves must continue within so many seconds … */
  readonly within: number;
  /** … of its beginning or end; or never pause longer during it. */
  readonly of: 'its beginning' | 'its end' | 'any pause';
  /** Causes the fault; resolves once the cause is over. */
  readonly strike: (stage: Stage) => Promise<void>;
};

/** Downtime in milliseconds of parts without a supervisor. */
const DOWN_MS = 8000;
const CHROMIUM_AGAIN_MS = 2500;
const CUT_MS = 10_000;
/** Fewer kills than attempts per PDF copy. */
const CHROMIUM_KILLS = 2;

let killed = 0;

export const nodeDies: Fault = {
  name: 'kill -9 of a server',
  within: 5,
  of: 'its beginning',
  // A different node each time.
  strike: async ({ nodes }) => nodes[killed++ % nodes.length]?.server.kill(),
};

export const primaryDies: Fault = {
  name: 'kill -9 of the primary',
  within: 30,
  of: 'its beginning',
  async strike({ database }) {
    const before = await database.primary();
    await database.killPrimary();
    const isReplaced = async (): Promise<boolean> => {
      const now = await database.primary();
      return now !== undefined && now !== before;
    };
    await until(
      'The standby is the primary',
      isReplaced,
      database.members.map(({ patroni }) => patroni),
    );
  },
};

export const poolerDies: Fault = {
  name: 'kill -9 of pgbouncer',
  within: 5,
  of: 'its beginning',
  strike: async ({ poolers }) => poolers[0]?.pgbouncer.kill(),
};

export const bucketDies: Fault = {
  name: 'kill -9 of the bucket',
  within: 5,
  of: 'its beginning',
  async strike({ bucket }) {
    await bucket.halt();
    await delay(DOWN_MS);
    await bucket.resume();
  },
};

export const mailServerDies: Fault = {
  name: 'kill -9 of the mail server',
  within: 5,
  of: 'its beginning',
  async strike({ mail }) {
    await mail.halt();
    await delay(DOWN_MS);
    await mail.resume();
  },
};

export const chromiumDies: Fault = {
  name: 'kill -9 of Chromium',
  within: 5,
  of: 'its beginning',
  async strike({ nodes }) {
    for (let kill = 0; kill < CHROMIUM_KILLS; kill += 1) {
      for (const { server } of nodes) killChromium(server.pid);
      await delay(CHROMIUM_AGAIN_MS);
    }
  },
};

export const nodeIsCutOff: Fault = {
  name: 'a server without its database',
  within: 10,
  of: 'its end',
  async strike({ nodes }) {
    const cables = nodes[1]?.cables ?? [];
    for (const cable of cables) cable.cut();
    await delay(CUT_MS);
    for (const cable of cables) cable.restore();
  },
};

export const allAreCutOff: Fault = {
  name: 'all servers without the database',
  within: 10,
  of: 'its end',
  async strike({ nodes }) {
    const cables = nodes.flatMap((node) => node.cables);
    for (const cable of cables) cable.cut();
    await delay(CUT_MS);
    for (const cable of cables) cable.restore();
  },
};

export const clockJumps: Fault = {
  name: 'a clock an hour ahead',
  within: 5,
  of: 'its beginning',
  async strike({ nodes }) {
    const jump = (): void => nodes.forEach(({ server }) => server.send('SIGUSR2'));
    jump();
    await delay(DOWN_MS);
    jump();
  },
};

export const diskFills: Fault = {
  name: 'a full disk of the primary',
  within: 30,
  of: 'its end',
  async strike({ database }) {
    const { disk } = (await database.primary()) ?? {};
    if (disk === undefined) return console.log('        skipped: only root can mount a small disk to fill.');
    const empty = fillDisk(disk);
    await delay(CUT_MS);
    empty();
  },
};

/** @param project checkout to deploy */
export function rollOut(name: string, project: string): Fault {
  return {
    name,
    within: 5,
    of: 'any pause',
    async strike({ nodes }) {
      for (const node of nodes) await replaceNode(node, project);
    },
  };
}

/** Kills the browsers started by this server, directly or indirectly. */
function killChromium(pid: number | undefined): void {
  if (pid !== undefined) browsersOf(pid).forEach(killIfRunning);
}

/** Kills a process; ignores one that has ended. */
function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
