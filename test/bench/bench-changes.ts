import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compileSchemas } from '#compiler/compile-schemas.ts';
import { PROJECT_PATHS, PROJECT_ROOT } from '#compiler/source/schema-paths.ts';
import { isRecord } from '#form/definition/is-record.ts';
import { changesReport } from '#scripts/changes/changes-report.ts';
import { writePictureReport } from '#scripts/changes/picture-report.ts';
import type { Figure } from './figure.ts';

const QUESTIONS = 5;

/** The report of a change of five questions, from the files to text and pictures, beside compiling both versions. */
export async function benchChanges(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'matricula-changes-'));
  try {
    cpSync(PROJECT_PATHS.schemasFolder, folder, { recursive: true });
    rewordQuestions(folder);
    const started = performance.now();
    const [before, after] = [PROJECT_PATHS.schemasFolder, folder].map(
      (each) => compileSchemas(each).partners,
    );
    const compiled = (performance.now() - started) / 1000;
    const versions = { before: before ?? new Map(), after: after ?? new Map() };
    const report = changesReport(versions.before, versions.after, undefined);
    const value = (performance.now() - started) / 1000;
    const page = { ...report, ...versions, project: PROJECT_ROOT, since: 'the files' };
    await writePictureReport({ ...page, out: path.join(folder, 'report') });
    const withPictures = (performance.now() - started) / 1000;
    const { markdown } = report;
    if (markdown.split('now reads').length <= QUESTIONS)
      throw new Error(`A report that leaves changes out says little: ${markdown}`);
    const baselines = [{ name: 'compiled twice', value: compiled }];
    const target = { kind: 'atMost', limit: 60 } as const;
    const name = `changes of ${QUESTIONS} questions`;
    return [
      { name: `${name} in words`, value, unit: 's', baselines, target },
      { name: `${name} with pictures`, value: withPictures, unit: 's', baselines, target },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Another title, and whether it is required, for some questions of a page. */
function rewordQuestions(folder: string): void {
  const [page] = compileSchemas(folder).partners.values().next().value?.definition.pages ?? [];
  const file = path.join(folder, `pages/${page?.id ?? ''}.schema.json`);
  const schema: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isRecord(schema) || !isRecord(schema['properties'])) throw new Error('A page has properties.');
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const properties = Object.entries(schema['properties']).map(([key, property], index) => {
    const isChanged = index < QUESTIONS && isRecord(property);
    return [
      key,
      isChanged ? { ...property, title: `${String(property['title'])} Today` } : property,
    ] as const;
  });
  const changed = { ...schema, properties: Object.fromEntries(properties), required: required.slice(1) };
  writeFileSync(file, JSON.stringify(changed, undefined, 2));
}
