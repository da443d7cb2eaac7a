import path from 'node:path';
import { parseArgs } from 'node:util';
import { isRecord } from '#form/definition/is-record.ts';
import { CommandFault } from './operator/argument-fault.ts';
import { requireNewFile, writeNewFile } from './operator/command-files.ts';
import { requestOperation, runCommand } from './operator/operator-command.ts';

const USAGE = `npm run drafts -- --using entry_term=2027FA [--using first_gen …]
npm run drafts -- --out counts.json`;

/** Says how many applications have answered a question, or chosen an option; or writes all such counts to a file. */
async function countDrafts(): Promise<string> {
  const { values } = parseArgs({
    options: { using: { type: 'string', multiple: true, default: [] }, out: { type: 'string' } },
  });
  if (values.out !== undefined) requireNewFile('--out', values.out);
  const text = await requestOperation({ kind: 'count-answers' });
  const lines = Object.values(asRecord(JSON.parse(text))).flatMap((counts) => [
    `${countWords(asRecord(counts)['total'])} in all.`,
    ...values.using.map((using) => `${using}: ${usingWords(asRecord(counts), using)}.`),
  ]);
  if (values.out === undefined) return lines.join('\n');
  writeNewFile('--out', values.out, `${text}\n`);
  return [
    ...lines,
    `The counts are in ${path.resolve(values.out)}. They hold no answer that was typed.`,
  ].join('\n');
}

/** @throws CommandFault where nothing is counted that fits */
function usingWords({ answers }: Record<string, unknown>, using: string): string {
  const [key, value] = splitOnce(using);
  if (key === '') throw new CommandFault(`--using is "${using}", but it must be a key, or key=value.`);
  const counted = asRecord(asRecord(answers)[key]);
  return countWords(value === undefined ? counted : asRecord(counted['values'])[value]);
}

function splitOnce(text: string): readonly [string, string?] {
  const at = text.indexOf('=');
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function countWords(count: unknown): string {
  const { drafts = 0, submitted = 0 } = asRecord(count);
  return `${Number(drafts)} ${drafts === 1 ? 'draft' : 'drafts'}, ${Number(submitted)} submitted`;
}

function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

await runCommand(USAGE, countDrafts);
