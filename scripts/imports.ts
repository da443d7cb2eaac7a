import { globSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runScript } from './run-script.ts';
import { AREAS } from './imports/areas.ts';
import { findImportFaults } from './imports/find-import-faults.ts';
import { projectRoot } from './run-tool.ts';

const USAGE = `node scripts/imports.ts

Compares the imports of all code with the table in scripts/imports/areas.ts, and finds cycles.`;

await runScript(USAGE, async () => {
  parseArgs();
  const sources = ['src', 'scripts', 'test', ...globSync('*.ts', { cwd: projectRoot })];
  const faults = await findImportFaults({ areas: AREAS, sources, root: projectRoot });
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) console.error('What each area can import is in scripts/imports/areas.ts.');
  process.exitCode = faults.length > 0 ? 1 : 0;
});
