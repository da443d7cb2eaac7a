import { parseArgs } from 'node:util';
import { writeQuestionnaire } from './import-form/write-questionnaire.ts';
import { runScript, UsageError } from './run-script.ts';

const USAGE = `npm run new-form -- <folder>

Writes the smallest complete questionnaire into a new folder: one page, two questions, one partner, and a workflow that
checks it. SCHEMAS_DIR=<folder> then selects it for start, dev, check, changes and why.`;

function newForm(): void {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [folder, ...others] = positionals;
  if (folder === undefined || others.length > 0) throw new UsageError('Name one folder.');
  writeQuestionnaire(folder);
  console.log(`Written to ${folder}; see its README.md. Open it: SCHEMAS_DIR=${folder} npm run dev`);
}

if (import.meta.main) await runScript(USAGE, newForm);
