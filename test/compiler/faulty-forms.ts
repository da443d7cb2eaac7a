import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import type { FormEdits } from './tiny-form.ts';

/** A form with one fault: its differences from the tiny form, and the expected report. */
type FaultyForm = { readonly files: FormEdits; readonly expected: string };

const TABLE = path.resolve(import.meta.dirname, '../fixtures/faulty-forms.yaml');

/** Rule of the check → a form that violates it. */
export const FAULTY_FORMS: Readonly<Record<string, FaultyForm>> = parse(readFileSync(TABLE, 'utf8'), {
  customTags: ['binary'],
});
