import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const ON_MACOS = '/Applications/LibreOffice.app/Contents/MacOS/soffice';

/** Returns the path of LibreOffice, or undefined. Searched each time: it can be installed while the server runs. */
export function findSoffice(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...folders.map((folder) => join(folder, 'soffice')), ON_MACOS].find((file) => existsSync(file));
}
