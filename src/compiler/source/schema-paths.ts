import path from 'node:path';

/** Where schemas are read, and where what is generated of them is written. */
export type SchemaPaths = {
  readonly schemasFolder: string;
  readonly metaFolder: string;
  /** The screen's list of widgets. */
  readonly registryFile: string;
  /** The code, which says the sentences of the engine. */
  readonly sourceFolder: string;
  /** Gets the types and the sentences of the engine; `partners/` below it the rest, `editor/` what editors read. */
  readonly outFolder: string;
};

export const PROJECT_ROOT = path.resolve(import.meta.dirname, '../../..');

/** The places in this project. */
export const PROJECT_PATHS: SchemaPaths = {
  schemasFolder: path.join(PROJECT_ROOT, 'schemas'),
  metaFolder: path.join(PROJECT_ROOT, 'schemas/meta'),
  registryFile: path.join(PROJECT_ROOT, 'src/client/widgets/registry.json'),
  sourceFolder: path.join(PROJECT_ROOT, 'src'),
  outFolder: path.join(PROJECT_ROOT, 'src/generated'),
};
