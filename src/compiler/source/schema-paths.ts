import path from 'node:path';

/** Input and output paths of the compiler. */
export type SchemaPaths = {
  readonly schemasFolder: string;
  readonly metaFolder: string;
  /** Widget registry of the client. */
  readonly registryFile: string;
  /** Output: types and texts here, the rest in `partners/`, editor schemas in `editor/`. */
  readonly outFolder: string;
};

export const PROJECT_ROOT = path.resolve(import.meta.dirname, '../../..');

/** The engine's own questionnaire, with its texts, log-in cards and meta-schemas. */
export const ENGINE_SCHEMAS = path.join(PROJECT_ROOT, 'schemas');

/** Name of the questionnaire's folder for people, from `SCHEMAS_DIR`. */
export const SCHEMAS_NAME = process.env['SCHEMAS_DIR'] || 'schemas';

/** Paths in this project. */
export const PROJECT_PATHS: SchemaPaths = {
  schemasFolder: path.resolve(PROJECT_ROOT, SCHEMAS_NAME),
  metaFolder: path.join(ENGINE_SCHEMAS, 'meta'),
  registryFile: path.join(PROJECT_ROOT, 'src/client/widgets/registry.json'),
  outFolder: path.join(PROJECT_ROOT, 'src/generated'),
};
