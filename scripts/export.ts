import path from 'node:path';
import { parseArgs } from 'node:util';
import { EXPORT_FORMATS } from '#server/operator/export/export-applications.ts';
import { CommandFault } from './command/argument-fault.ts';
import { runCommand } from './command/run-command.ts';
import { requestOperation, requireTime } from './operator/operator-command.ts';

const USAGE = `npm run export -- --since 2026-11-01 --out <folder> [--format json|csv|pdf]

Writes what was submitted since a day (midnight UTC) into a folder; what is there already is passed over. The audit trail
names you: set OPERATOR.`;

/** Writes the applications that were submitted since a day into a folder. */
async function exportSubmitted(): Promise<string> {
  const { values } = parseArgs({
    options: {
      since: { type: 'string' },
      out: { type: 'string' },
      format: { type: 'string', default: 'json' },
    },
  });
  const since = requireTime('--since', values.since);
  if (!values.out) throw new CommandFault('--out is missing: the folder to export to.');
  const format = EXPORT_FORMATS.find((each) => each === values.format);
  if (format === undefined)
    throw new CommandFault(`--format is "${values.format}", but it must be json, csv or pdf.`);
  const out = path.resolve(values.out);
  return requestOperation({ kind: 'export-applications', since: since.toISOString(), out, format });
}

await runCommand(USAGE, exportSubmitted);
