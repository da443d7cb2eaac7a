import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

const ELSEWHERE = [
  '/Applications/LibreOffice.app/Contents/MacOS/soffice',
  String.raw`C:\Program Files\LibreOffice\program\soffice.com`,
];

/** The LibreOffice of this machine, or undefined. Looked for each time: it may be installed while the server runs. */
export async function findSoffice(): Promise<string | undefined> {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const file of [...folders.map((folder) => join(folder, 'soffice')), ...ELSEWHERE])
    if (await isExecutable(file)) return file;
  return undefined;
}

async function isExecutable(file: string): Promise<boolean> {
  return await access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
