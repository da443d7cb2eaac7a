import { existsSync } from 'node:fs';
import path from 'node:path';
import { isRecord } from '#form/definition/own-property.ts';
import { partnersFolder, projectRoot, runTool } from '#scripts/run-tool.ts';
import { parseConfig } from '#server/settings/config.ts';
import { readMapping } from '#server/lookup/import/mapping.ts';
import { OperationError } from '#server/http/operation-error.ts';
import { UsageError } from '../run-script.ts';
import { readJsonFile, requireNewFile, writeNewFile } from './command-files.ts';
import { askOnTerminal, requestOperation } from './request-operation.ts';
import { toOperation, type Typed, typedKind } from './typed-arguments.ts';

/** Writes the complete record of a student. */
export async function exportStudent(typed: Typed, file: string): Promise<string> {
  const operation = toOperation('student export', typed);
  if (file === '') return requestOperation(operation);
  requireNewFile('--file', file);
  writeNewFile('--file', file, `${await requestOperation(operation)}\n`);
  return `Wrote ${file}.`;
}

/** Deletes a student, after confirmation by typing the whole address. */
export async function deleteStudent(typed: Typed, isConfirmed: boolean): Promise<string> {
  const operation = toOperation('student delete', typed);
  const username = 'username' in operation ? operation.username : '';
  const isSure =
    isConfirmed ||
    (await askOnTerminal(`This permanently deletes ${username}. Type the address again to confirm: `).then(
      (answer) => answer.toLowerCase() === username,
    ));
  if (!isSure) throw new OperationError('Nothing was deleted.');
  return requestOperation(operation);
}

/** Imports a look-up directory from a file, with a mapping file or as its description says. */
export async function importLookup(typed: Typed, map: string): Promise<string> {
  const operation = toOperation('lookups import', typed, { mapping: {} });
  if (operation.kind !== 'import-lookup') return requestOperation(operation);
  const mapping = map === '' ? {} : readMapping(readJsonFile(map, 'a mapping (see the guide)'), map);
  return requestOperation({ ...operation, mapping });
}

const ANSWERS = 'the answers by the keys of their questions, as in {"key": "answer", "another_key": true}';

/** Stores answers from a file for one visitor and prints the link; or lists or revokes links. */
export async function makePrefill(typed: Typed, file: string): Promise<string> {
  if (typedKind('prefill', typed) !== 'prefill') return requestOperation(toOperation('prefill', typed));
  if (file === '') throw new UsageError('--file is missing: a JSON file with the answers.');
  const operation = toOperation('prefill', typed, { answers: {} });
  const answers = readJsonFile(file, ANSWERS);
  if (!isRecord(answers)) throw new UsageError(`${file} does not hold ${ANSWERS}.`);
  return requestOperation(operation.kind === 'prefill' ? { ...operation, answers } : operation);
}

/** Prints the totals, or also writes all counts to a file. */
export async function countAnswers(typed: Typed, out: string): Promise<string> {
  if (out !== '') requireNewFile('--out', out);
  const counts = await requestOperation(toOperation('count-answers', typed));
  const totals = membersOf(JSON.parse(counts)).map((each) => {
    const [drafts = 0, submitted = 0] = membersOf(isRecord(each) ? each['total'] : undefined);
    return `In all: ${Number(drafts)} drafts, ${Number(submitted)} submitted.`;
  });
  if (out === '') return totals.join('\n');
  writeNewFile('--out', out, `${counts}\n`);
  return [...totals, `The counts are in ${out}. They hold no answer that was typed.`].join('\n');
}

function membersOf(value: unknown): readonly unknown[] {
  return isRecord(value) ? Object.values(value) : [];
}

/** Production servers have compiled questions, but no compiler. */
const COMPILER = path.join(projectRoot, 'scripts', 'generate.ts');

/** Shows or runs answer migrations, after compiling the questions. @throws OperationError */
export async function moveAnswers(typed: Typed): Promise<string> {
  const operation = toOperation('move-answers', typed, { definition: {} });
  if (operation.kind !== 'move-answers') return requestOperation(operation);
  if (existsSync(COMPILER)) await compileQuestions();
  const { loadQuestionnaire } = await import('#server/settings/questionnaire.ts');
  const parsed = parseConfig(process.env, partnersFolder);
  const partner = parsed.kind === 'faults' ? 'default' : parsed.config.partner;
  const { definition } = await loadQuestionnaire(path.join(partnersFolder, partner));
  return requestOperation({ ...operation, definition });
}

/** Compiles in a child process, to free its memory afterwards. @throws OperationError */
async function compileQuestions(): Promise<void> {
  const { isFine, output } = await runTool([COMPILER]);
  if (!isFine) throw new OperationError(`${output}The questionnaire was not compiled.`);
}
