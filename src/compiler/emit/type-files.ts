import path from 'node:path';
import { compile, type Options } from 'json-schema-to-typescript-lite';
import type { CompiledPartner } from '../compile/compile-partner.ts';
import type { Cursor, Json } from '../source/cursor.ts';
import { readJsonFile } from '../source/file-text.ts';
import { memoize } from '../source/memoize.ts';
import { PROJECT_PATHS } from '../source/schema-paths.ts';
import type { SourceSet } from '../source/source-set.ts';
import { isRecord } from '#form/definition/own-property.ts';
import { answerTypes } from './answer-types.ts';
import { HEADER, pascalCase } from './text-module.ts';

const OPTIONS: Partial<Options> = {
  additionalProperties: false,
};

type Schema = Record<string, unknown>;

/**
 * Generates the committed types, deterministically: file name → text.
 *
 * @param partners all partners; labels and limits are those of the first
 */
export async function typeFiles(
  partners: ReadonlyMap<string, CompiledPartner>,
  { sources }: Pick<CompiledPartner, 'sources'>,
): Promise<ReadonlyMap<string, string>> {
  const partnerMeta = readJsonFile(path.join(PROJECT_PATHS.metaFolder, 'partner.meta.json'));
  return new Map([
    ['partner.ts', HEADER + (await typeOf(partnerSchema(partnerMeta), 'PartnerSettings'))],
    ['api.ts', await apiTypes(sources)],
    ['answers.ts', answerTypes(partners)],
    ['directories.ts', directoryModule(sources)],
  ]);
}

const NO_PARTS = { aliases: '', address_line_1: '', city: '', state: '', zip: '', country: '', weight: 0 };

/** Generates the look-up directories as a module; one of one file has that as its only import. */
function directoryModule(sources: SourceSet): string {
  const directories = sources.namesIn('directories').map((name) => {
    const {
      entry = 'record',
      titleCase = false,
      ...file
    } = asSchema(sources.cursor(`directories/${name}.json`)?.json());
    const own = { source: name, idPrefix: name, columns: file['columns'], keep: file['keep'] };
    const starter = Array.isArray(file['starter']) ? file['starter'] : [];
    const entries = starter.map((each) => ({ ...NO_PARTS, ...each, id: `starter:${each.id}` }));
    return [name, { entry, titleCase, files: file['files'] ?? [own], starter: entries }];
  });
  return `${HEADER}export const directories = ${JSON.stringify(Object.fromEntries(directories))};\n`;
}

const typeOf = memoize((schema: Schema, name: string) => compile(schema, name, OPTIONS));

const TEXT: Schema = { type: 'string' };

/** Returns the schema of an object with all these properties. */
function withAll(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: 'object', required: Object.keys(properties), properties };
}

/** Settings whose compiled type differs from the file's. */
const COMPILED_SETTINGS: Schema = {
  languages: {
    description: 'What each language that may be chosen calls itself, by its name.',
    type: 'object',
    additionalProperties: { type: 'string' },
  },
  language: { description: 'The language of these settings; absent: English.', type: 'string' },
  footer: {
    description: 'The links below every page.',
    type: 'array',
    items: withAll({ title: TEXT, link: TEXT }),
  },
  direction: { description: 'From where it is read.', enum: ['ltr', 'rtl'] },
  locale: { description: 'The locale of its numbers and dates.', type: 'string' },
  logo: {
    description: 'The logo as a page shows it.',
    ...withAll({ src: TEXT, alt: TEXT, width: { type: 'number' }, height: { type: 'number' } }),
  },
  deadlines: {
    description: 'Until when students may apply for each term, the earliest first.',
    type: 'object',
    required: ['question', 'timeZone', 'afterDeadline', 'graceMinutes', 'dates'],
    properties: {
      question: TEXT,
      timeZone: TEXT,
      afterDeadline: { enum: ['accept', 'refuse'] },
      sentence: TEXT,
      graceMinutes: { type: 'number' },
      dates: { type: 'array', items: withAll({ term: TEXT, label: TEXT, ends: TEXT }) },
    },
  },
};

/** Settings that the compiler fills in where the file leaves them out. */
const ALWAYS_COMPILED = ['application_title'];

/** Converts the partner meta-schema to the type of its settings: definitions inlined, no `$schema`. */
function partnerSchema(meta: Json): Schema {
  const { definitions, properties, required, ...rest } = withoutTitles(meta);
  // The replacer also visits replaced values, so nested definitions are resolved.
  const text = JSON.stringify(properties, (_name, member: unknown) => {
    const reference = String(read(member, '$ref'));
    return read(definitions, reference.replace('#/definitions/', '')) ?? member;
  });
  const {
    $schema: _schema,
    cycle: _cycle,
    ...settings
  } = { ...asSchema(JSON.parse(text)), ...COMPILED_SETTINGS };
  const needed = Array.isArray(required) ? required.filter((name) => name !== '$schema') : [];
  return { ...rest, properties: settings, required: [...needed, ...ALWAYS_COMPILED] };
}

function read(value: unknown, member: string): unknown {
  return isRecord(value) ? value[member] : undefined;
}

/** Generates a type per query, body and answer, named after the file: `put-answer.json` → `PutAnswerBody`. */
async function apiTypes(sources: SourceSet): Promise<string> {
  const types = sources.namesIn('api').flatMap((name) => {
    const file = sources.cursor(`api/${name}.json`);
    const call = file?.at('call')?.text() ?? '';
    return ['query', 'body', 'answer'].flatMap((part) => {
      const schema = file?.at(part);
      return schema ? [compileApiType(schema, `${pascalCase(name)}${pascalCase(part)}`, call)] : [];
    });
  });
  return HEADER + (await Promise.all(types)).join('\n');
}

function compileApiType(schema: Cursor, name: string, call: string): Promise<string> {
  const what = /(?:Query|Body)$/.test(name) ? 'What is sent with' : 'What is answered to';
  return typeOf({ description: `${what} ${call}.`, ...withoutTitles(schema.json()) }, name);
}

/** Removes titles, which would each become a type. Keeps properties named `title`. */
export function withoutTitles(value: Json | object): Schema {
  const stripped: unknown = JSON.parse(
    JSON.stringify(value, (name, member: unknown) =>
      (name === 'title' && typeof member === 'string') || name === '$id' ? undefined : member,
    ),
  );
  return asSchema(stripped);
}

function asSchema(value: unknown): Schema {
  return isRecord(value) ? value : {};
}
