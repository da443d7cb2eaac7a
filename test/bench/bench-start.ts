import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestServer } from '../support/test-server.ts';
import type { Figure } from './figure.ts';
import { percentile } from './percentile.ts';

const WARM_STARTS = 5;
const BARE = ['test/bench/bare-server.ts'];

/**
 * Measures `npm start` until "ready" on a built tree, with existing data and with a new embedded database, compared
 * with a bare listening process.
 */
export async function benchStart(): Promise<readonly Figure[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'matricula-bench-'));
  try {
    const cold = await startTime(dataDir, npmStart());
    const warm: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < WARM_STARTS; round += 1) {
      warm.push(await startTime(dataDir, npmStart()));
      bare.push(await startTime(dataDir, BARE));
    }
    const baselines = [{ name: 'bare Fastify', value: percentile(bare, 0.5) }];
    return [
      {
        name: 'npm start, later',
        value: percentile(warm, 0.5),
        unit: 'ms',
        baselines,
        target: { kind: 'atMost', limit: 2000 },
      },
      { name: 'npm start, first time on a built tree', value: cold, unit: 'ms', baselines },
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function startTime(dataDir: string, command: readonly string[]): Promise<number> {
  const server = await startTestServer({ dataDir, command, isGroup: true, env: { LOG_LEVEL: 'error' } });
  await server.stop();
  return server.startTime;
}

/** Returns npm's program if known (npm sets it for its scripts), else the command it would run. */
function npmStart(): readonly string[] {
  const npm = process.env['npm_execpath'];
  return npm?.endsWith('npm-cli.js') ? [npm, 'start'] : ['scripts/start.ts'];
}
