import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compileSchemas } from '../../src/compiler/compile-schemas.ts';
import { PROJECT_PATHS } from '../../src/compiler/source/schema-paths.ts';
import { toFacts } from '../../src/form/answers/facts.ts';
import { validateAnswers } from '../../src/form/validation/validate-answers.ts';
import { generate } from '../../scripts/generate.ts';
import { loadQuestionnaire } from '../../src/server/settings/questionnaire.ts';
import { completeState } from '../support/complete-state.ts';
import type { Figure } from './figure.ts';
import { medianTime } from './median.ts';

/** Validations timed together, because one is shorter than the clock is exact. */
const BATCH = 200;

/** A full validation beside the bare compiled rules; generate and check beside parsing the same files. */
export async function benchModel(): Promise<readonly Figure[]> {
  return [...(await benchValidation()), ...(await benchPipeline())];
}

async function benchValidation(): Promise<readonly Figure[]> {
  const { definition, validators } = await loadQuestionnaire(
    path.join(PROJECT_PATHS.outFolder, 'partners', 'default'),
  );
  const now = new Date();
  const states = {
    'a complete application': completeState(definition, now),
    'an empty application': { answers: {}, tabs: {}, counts: {} },
  };
  const figures: Figure[] = [];
  for (const [name, state] of Object.entries(states)) {
    const facts = toFacts(definition, state);
    const full = (): unknown => validateAnswers({ definition, state, validators, now });
    const bare = (): unknown => Object.values(validators).map((validate) => validate(facts));
    figures.push({
      name: `full validation, ${name}`,
      value: (await medianTime(30, () => repeat(full))) / BATCH,
      unit: 'ms',
      baselines: [
        { name: 'compiled rules alone', value: (await medianTime(30, () => repeat(bare))) / BATCH },
      ],
      target: { kind: 'atMost', limit: 0.5 },
    });
  }
  return figures;
}

function repeat(work: () => unknown): void {
  for (let round = 0; round < BATCH; round += 1) work();
}

async function benchPipeline(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'matricula-generate-'));
  const parse = await medianTime(10, parseSources);
  const baselines = [{ name: 'parsing the files', value: parse }];
  try {
    const compile = async (): Promise<void> => {
      // Without the stamp of the run before, so that it does the whole work again.
      rmSync(folder, { recursive: true, force: true });
      await generate({ ...PROJECT_PATHS, outFolder: folder });
    };
    return [
      {
        name: 'npm run generate, all files',
        value: await medianTime(3, compile),
        unit: 'ms',
        baselines,
        target: { kind: 'atMost', limit: 5000 },
      },
      {
        name: 'npm run check',
        value: await medianTime(3, () => compileSchemas().faults),
        unit: 'ms',
        baselines,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function parseSources(): unknown[] {
  return globSync('**/*.json', { cwd: PROJECT_PATHS.schemasFolder }).map((file) =>
    JSON.parse(readFileSync(path.join(PROJECT_PATHS.schemasFolder, file), 'utf8')),
  );
}
