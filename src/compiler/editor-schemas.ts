import path from 'node:path';
import { editorFiles } from './editor/editor-files.ts';
import { readJsonFile } from './source/file-text.ts';
import { openSchemas } from './source/open-schemas.ts';
import type { SchemaPaths } from './source/schema-paths.ts';
import { readWidgetRegistry } from './source/widget-registry.ts';

/** Returns editor schemas for name completion, by file; undefined while a file is unreadable. */
export function editorSchemas(paths: SchemaPaths): ReadonlyMap<string, string> | undefined {
  const meta = (name: string) => readJsonFile(path.join(paths.metaFolder, `${name}.meta.json`));
  const metas = {
    condition: meta('condition'),
    form: meta('form'),
    layout: meta('layout'),
    page: meta('page'),
    partner: meta('partner'),
  };
  return editorFiles(openSchemas(paths.schemasFolder), {
    metas,
    registry: readWidgetRegistry(paths.registryFile),
  });
}
