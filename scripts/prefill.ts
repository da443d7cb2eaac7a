import { parseArgs } from 'node:util';
import { CommandFault } from './command/argument-fault.ts';
import { readJsonFile } from './operator/command-files.ts';
import { readLinkChoice } from './operator/link-choice.ts';
import { runCommand } from './command/run-command.ts';
import { requestOperation } from './operator/operator-command.ts';
import { isRecord } from '#form/definition/is-record.ts';

const USAGE = `npm run prefill -- --file answers.json [--hours 72]
npm run prefill -- --list
npm run prefill -- --revoke <number or link>

Prints a link that fills in the form for the first visitor who opens it, or lists the links that work now. What is
revoked works no more at once, and its answers are gone. The audit trail names you: set OPERATOR.`;
/** Longer than a month is no temporary answer. */
const MOST_HOURS = 744;
const EXPECTED = 'the answers by the keys of their questions, as in {"key": "answer", "another_key": true}';

/** Keeps the answers of a file for one visitor, and prints the link that fills in the form with them. */
async function makeLink(): Promise<string> {
  const { values } = parseArgs({
    options: {
      file: { type: 'string' },
      hours: { type: 'string', default: '72' },
      list: { type: 'boolean', default: false },
      revoke: { type: 'string' },
    },
  });
  if (values.revoke !== undefined)
    return requestOperation({ kind: 'revoke-prefill', ...readLinkChoice(values.revoke, 'token') });
  if (values.list) return requestOperation({ kind: 'prefills' });
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
