import path from 'node:path';

/** Input and output paths of the compiler. */
export type SchemaPaths = {
  readonly schemasFolder: string;
  readonly metaFolder: string;
  /** Widget registry of the client. */
  readonly registryFile: string;
  /** Code that uses the engine texts. */
  readonly sourceFolder: string;
  /** Output: types and texts here, the rest in `partners/`, editor schemas in `editor/`. */
  readonly outFolder: string;
};

export const PROJECT_ROOT = path.resolve(import.meta.dirname, '../../..');

/** Paths in this project. */
export const PROJECT_PATHS: SchemaPaths = {
  schemasFolder: path.join(PROJECT_ROOT, 'schemas'),
  metaFolder: path.join(PROJECT_ROOT, 'schemas/meta'),
  registryFile: path.join(PROJECT_ROOT, 'src/client/widgets/registry.json'),
  sourceFolder: path.join(PROJECT_ROOT, 'src'),
  outFolder: path.join(PROJECT_ROOT, 'src/generated'),
};
