import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CommandFault, operate, runCommand } from './operator-command.ts';

const USAGE = 'npm run prefill -- --file answers.json [--hours 72]';
/** Longer than a month is no temporary answer. */
const MOST_HOURS = 744;

/** Keeps the answers of a file for one visitor, and prints the link that fills in the form with them. */
async function makeLink(): Promise<string> {
  const { values } = parseArgs({
    options: { file: { type: 'string' }, hours: { type: 'string', default: '72' } },
  });
  const hours = Number(values.hours);
  if (!(hours > 0 && hours <= MOST_HOURS)) {
    throw new CommandFault(`--hours is "${values.hours}", but it must be from 1 to ${MOST_HOURS}.`);
  }
  if (values.file === undefined) throw new CommandFault('--file is missing.');
  return operate({ kind: 'prefill', answers: readAnswers(values.file), hours });
}

function readAnswers(file: string): Readonly<Record<string, unknown>> {
  const content = parse(file);
  if (!isObject(content)) throw new CommandFault(`${file} must hold one object: question key to answer.`);
  return content;
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new CommandFault(`${file} is no JSON file: ${String(error)}`, { cause: error });
  }
}

function isObject(content: unknown): content is Readonly<Record<string, unknown>> {
  return typeof content === 'object' && content !== null && !Array.isArray(content);
}

await runCommand(USAGE, makeLink);
