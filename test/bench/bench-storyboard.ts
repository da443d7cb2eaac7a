import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeStoryboard } from '#scripts/storyboard.ts';
import type { Figure } from './figure.ts';

/** The storyboard of one partner, of the client that is built. */
export async function benchStoryboard(): Promise<readonly Figure[]> {
  const out = mkdtempSync(path.join(tmpdir(), 'matricula-storyboard-'));
  try {
    const started = performance.now();
    const { file, states, pictures } = await makeStoryboard({ partner: 'default', out });
    const seconds = (performance.now() - started) / 1000;
    const name = `storyboard: ${states} states in ${pictures} pictures`;
    const perPicture = { name: 'seconds for one picture', value: seconds / Math.max(1, pictures) };
    const size = readFileSync(file).length / 1_000_000;
    return [
      { name, value: seconds, unit: 's', baselines: [perPicture], target: { kind: 'atMost', limit: 180 } },
      {
        name: 'storyboard: size of the page',
        value: size,
        unit: 'MB',
        baselines: [],
        target: { kind: 'atMost', limit: 20 },
      },
    ];
  } finally {
    rmSync(out, { recursive: true });
  }
}
