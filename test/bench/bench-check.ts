import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compileSchemas } from '../../src/compiler/compile-schemas.ts';
import { proveSchemas } from '../../src/compiler/prove-schemas.ts';
import { formatFaults } from '../../src/compiler/source/fault.ts';
import { PROJECT_PATHS } from '../../src/compiler/source/schema-paths.ts';
import type { Figure } from './figure.ts';
import { writeManyQuestions } from './many-questions.ts';

const TIMES = 10;

/** The check with all its proofs, of the questionnaire and of ten times as many questions, beside compiling alone. */
export async function benchCheck(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'matricula-check-'));
  try {
    const questions = writeManyQuestions(PROJECT_PATHS.schemasFolder, folder, TIMES);
    return [
      await checkFigure('check with its proofs', PROJECT_PATHS.schemasFolder, 3),
      await checkFigure(`check with its proofs, ${questions} questions`, folder, 20),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function checkFigure(name: string, folder: string, limit: number): Promise<Figure> {
  const compiled = secondsOf(() => compileSchemas(folder));
  const started = performance.now();
  const { faults } = await proveSchemas(folder);
  const value = (performance.now() - started) / 1000;
  if (faults.length > 0)
    throw new Error(`A figure of a form with faults says little: ${formatFaults(faults, folder)}`);
  return {
    name,
    value,
    unit: 's',
    baselines: [{ name: 'compiled and checked without proofs', value: compiled }],
    target: { kind: 'atMost', limit },
  };
}

function secondsOf(work: () => unknown): number {
  const started = performance.now();
  work();
  return (performance.now() - started) / 1000;
}
