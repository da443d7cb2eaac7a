import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { errorOf, formatFaults } from '#compiler/source/fault.ts';
import { counted } from '#form/summary/counted.ts';
import { convertForm } from './import-form/convert-form.ts';
import { repairForm } from './import-form/repair-form.ts';
import { FormSource, pointerOf } from './import-form/schema-source.ts';
import { writeQuestionnaire } from './import-form/write-questionnaire.ts';
import { runScript, UsageError } from './run-script.ts';

const USAGE = `npm run import -- <schema.json> [<uiSchema.json>] [--out <folder>]

Converts a JSON Schema with the uiSchema of react-jsonschema-form to a questionnaire that passes check, and lists what has
no equivalent, by JSON pointer and line. Without --out it only reports. --out writes a complete questionnaire.`;

/** Converts two files. @returns the questionnaire with its report, the last line with the share */
export async function importForm(schema: string, uiSchema?: string) {
  const source = new FormSource(schema, uiSchema);
  const draft = convertForm(source);
  const { files, faults } = await repairForm(draft);
  const lost = source.notes.filter(({ isLost }) => isLost).length;
  const found = source.seen.size + lost;
  const share = Math.round((100 * (found - lost)) / Math.max(found, 1));
  const lines = source.notes
    .map((note) => ({ note, line: source.lineOf(note) }))
    .toSorted((one, other) => one.note.file.localeCompare(other.note.file) || one.line - other.line)
    .map(({ note: { isLost, what, why, ...at }, line }) => {
      const kind = isLost ? 'Not converted' : 'Changed';
      return `${pointerOf(at)} (line ${line}): ${kind}: ${what}: ${why}.`;
    });
  return { files, faults, report: [...lines, `Converted ${found - lost} of ${found} (${share} %).`] };
}

async function importFiles(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { out: { type: 'string' } }, allowPositionals: true });
  const [schema, uiSchema, ...others] = positionals;
  if (schema === undefined || others.length > 0)
    throw new UsageError('Name a schema, and a uiSchema if there is one.');
  const { files, faults, report } = await importForm(readJson(schema), uiSchema && readJson(uiSchema));
  console.log(report.join('\n'));
  if (faults.length > 0) {
    console.error(formatFaults(faults, 'the converted form'));
    process.exitCode = 1;
  } else if (values.out !== undefined) {
    writeQuestionnaire(values.out, files);
    const count = counted(Object.keys(files).length, 'file');
    console.log(`${count} with questions in ${values.out}. Open it: SCHEMAS_DIR=${values.out} npm run dev`);
  }
}

/** @throws UsageError for a file that is missing or not JSON */
function readJson(file: string): string {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  if (text === undefined) throw new UsageError(`There is no file ${file}.`);
  const reason = errorOf(() => JSON.parse(text));
  if (reason !== undefined) throw new UsageError(`${file} is not JSON: ${reason}.`);
  return text;
}

if (import.meta.main) await runScript(USAGE, importFiles);
