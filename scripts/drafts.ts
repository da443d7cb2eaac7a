import path from 'node:path';
import { parseArgs } from 'node:util';
import { isRecord } from '#form/definition/is-record.ts';
import { CommandFault } from './command/argument-fault.ts';
import { requireNewFile, writeNewFile } from './operator/command-files.ts';
import { runCommand } from './command/run-command.ts';
import { requestOperation } from './operator/operator-command.ts';

const USAGE = `npm run drafts
npm run drafts -- --using entry_term=2027FA [--using first_gen …]
npm run drafts -- --out counts.json

Says how many applications there are, or how many answered a question or chose an option. No answer that was typed and no
name is shown or written.`;

/** Says how many applications have answered a question, or chosen an option; or writes all such counts to a file. */
async function countDrafts(): Promise<string> {
  const { values } = parseArgs({
    options: { using: { type: 'string', multiple: true, default: [] }, out: { type: 'string' } },
  });
  const wrong = values.using.find((use) => !/^[^=]+(?:=.+)?$/.test(use));
  if (wrong !== undefined)
    throw new CommandFault(`--using is "${wrong}", but it must be a key, or key=value.`);
  if (values.out !== undefined) requireNewFile('--out', values.out);
  if (values.using.length > 0 && values.out === undefined)
    return requestOperation({ kind: 'count-uses', using: values.using });
  const text = await requestOperation({ kind: 'count-answers' });
  const totals = membersOf(JSON.parse(text)).map((counts) => {
    const [drafts = 0, submitted = 0] = membersOf(isRecord(counts) ? counts['total'] : undefined);
    return `In all: ${Number(drafts)} drafts, ${Number(submitted)} submitted.`;
  });
  if (values.out === undefined) return totals.join('\n');
  writeNewFile('--out', values.out, `${text}\n`);
  const where = `The counts are in ${path.resolve(values.out)}. They hold no answer that was typed.`;
  const uses =
    values.using.length === 0 ? [] : [await requestOperation({ kind: 'count-uses', using: values.using })];
  return [...totals, ...uses, where].join('\n');
}

function membersOf(value: unknown): readonly unknown[] {
  return isRecord(value) ? Object.values(value) : [];
}

await runCommand(USAGE, countDrafts);
