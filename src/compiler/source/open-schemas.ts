import path from 'node:path';
import type { Cursor, Json } from './cursor.ts';
import { loadSources } from './load-sources.ts';
import { partnerFill } from './partner-values.ts';
import type { SourceFile } from './source-file.ts';
import { SourceSet } from './source-set.ts';

/** The sources of one partner with its settings. */
export type PartnerSources = { readonly name: string; readonly settings: Json; readonly sources: SourceSet };

export type OpenSchemas = {
  readonly files: ReadonlyMap<string, SourceFile>;
  readonly partners: readonly PartnerSources[];
};

const AS_WRITTEN = (text: string) => text;

/** Reads a schemas folder once, and again through the eyes of each partner. */
export function openSchemas(folder: string): OpenSchemas {
  const files = loadSources(path.resolve(folder));
  const plain = new SourceSet(files, { fill: AS_WRITTEN });
  const partners = plain.namesIn('partners').map((name) => {
    const settings = settingsOf(plain.cursor(`partners/${name}.json`));
    return { name, settings, sources: new SourceSet(files, { fill: partnerFill(settings), partner: name }) };
  });
  return { files, partners };
}

function settingsOf(partner: Cursor | undefined): Json {
  const members = [...(partner?.members() ?? [])].filter(([name]) => name !== '$schema');
  return Object.fromEntries(members.map(([name, value]) => [name, value.json()]));
}
