import { parseArgs } from 'node:util';
import { CommandFault } from './operator/argument-fault.ts';
import { readJsonFile } from './operator/command-files.ts';
import { requestOperation, runCommand } from './operator/operator-command.ts';
import { isRecord } from '#form/definition/is-record.ts';

const USAGE = 'npm run prefill -- --file answers.json [--hours 72]';
/** Longer than a month is no temporary answer. */
const MOST_HOURS = 744;
const EXPECTED = 'the answers by the keys of their questions, as in {"key": "answer", "another_key": true}';

/** Keeps the answers of a file for one visitor, and prints the link that fills in the form with them. */
async function makeLink(): Promise<string> {
  const { values } = parseArgs({
    options: { file: { type: 'string' }, hours: { type: 'string', default: '72' } },
  });
  const hours = Number(values.hours);
  if (!(hours > 0 && hours <= MOST_HOURS)) {
    throw new CommandFault(`--hours is "${values.hours}", but it must be from 1 to ${MOST_HOURS}.`);
  }
  if (values.file === undefined) throw new CommandFault('--file is missing: a JSON file with the answers.');
  return requestOperation({ kind: 'prefill', answers: readAnswers(values.file), hours });
}

function readAnswers(file: string): Readonly<Record<string, unknown>> {
  const content = readJsonFile(file, EXPECTED);
  if (!isRecord(content)) throw new CommandFault(`${file} does not hold ${EXPECTED}.`);
  return content;
}

await runCommand(USAGE, makeLink);
