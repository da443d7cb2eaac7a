import { readFileSync } from 'node:fs';
import type { FormDefinition } from '#form/definition/definition.ts';
import { isRecord } from '#form/definition/is-record.ts';
import type { Labels } from './text-format.ts';

type Settings = { readonly partner: string; readonly databaseUrl: string | undefined };

/** What runs, by which a server is known from others after a deploy. */
export function buildLabels(
  { partner, databaseUrl }: Settings,
  { definition }: { readonly definition: Pick<FormDefinition, 'hash'> },
): Labels {
  return {
    version: versionOfProject(),
    node: process.version,
    database: databaseUrl === undefined ? 'embedded' : 'postgres',
    partner,
    form: definition.hash,
  };
}

function versionOfProject(): string {
  const content: unknown = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
  );
  return isRecord(content) ? String(content['version']) : '';
}
