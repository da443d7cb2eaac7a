import { type Figure, formatFigures, meetsTarget, runParts } from './figure.ts';

import { buildOrPrintError } from '../../scripts/build.ts';
import { UsageError } from '../../scripts/run-script.ts';
import { runScript } from '../../scripts/run-script.ts';
import { parseArgs } from 'node:util';

/** Loaded on demand, so that measurements exclude the memory of other parts. */
const PARTS: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
  start: async () => (await import('./bench-start.ts')).benchStart(),
  bytes: async () => (await import('./bench-bytes.ts')).benchBytes(),
  pages: async () => (await import('./bench-screens.ts')).benchScreens(),
  pdf: async () => (await import('./bench-pdf.ts')).benchPdf(),
  size: async () => (await import('./bench-size.ts')).benchSize(),
  upkeep: async () => (await import('./bench-upkeep.ts')).benchUpkeep(),
  saves: async () => (await import('./bench-saves.ts')).benchSaves(),
  knee: async () => (await import('./bench-knee.ts')).benchKnee(),
  crowd: async () => (await import('./bench-crowd.ts')).benchCrowd(),
  flood: async () => (await import('./bench-flood.ts')).benchFlood(),
  logins: async () => (await import('./bench-logins.ts')).benchLogins(),
};

function usage(): string {
  return `npm run bench [-- <part> …]

Measures speed and size, each figure beside its baseline. Parts: ${Object.keys(PARTS).join(', ')}.`;
}

/** `npm run bench` runs all parts, `npm run bench -- pages saves` only those; prints one table. */
async function bench(wanted: readonly string[]): Promise<void> {
  const unknown = wanted.filter((name) => !(name in PARTS));
  if (unknown.length > 0) throw new UsageError(`No part is called ${unknown.join(', ')}.`);
  if (!(await buildOrPrintError())) return;
  const chosen = Object.entries(PARTS).filter(([name]) => wanted.length === 0 || wanted.includes(name));
  const { figures, faults } = await runParts(Object.fromEntries(chosen));
  const missed = figures.filter((figure) => meetsTarget(figure) === false).length;
  const verdicts = [
    missed === 0 ? 'All targets are met.' : `${missed} targets are missed.`,
    ...(faults.length === 0 ? [] : [`Ended by an error, above: ${faults.join(', ')}.`]),
  ];
  console.log(`\n${formatFigures(figures, faults)}\n\n${verdicts.join(' ')}`);
  process.exitCode = missed + faults.length === 0 ? 0 : 1;
}

await runScript(usage(), async () => bench(parseArgs({ allowPositionals: true }).positionals));
