import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The packages of fonts that come from npm: Latin, Greek and Cyrillic, Arabic, Hebrew, Chinese, Japanese, Korean. */
const PACKAGES = ['latin', 'arabic', 'hebrew', 'sc', 'jp', 'kr'].map((name) => `@embedpdf/fonts-${name}`);
const SYSTEM_CONFIG = '/etc/fonts/fonts.conf';
const SYSTEM_FONTS = ['/usr/share/fonts', '/usr/local/share/fonts'];

/** Without any font Chromium draws no text at all; the shipped fonts serve these generic names. */
const GENERIC = ['sans-serif', 'system-ui', 'serif', 'monospace'];
const FAMILIES = [
  'Noto Sans',
  'Noto Naskh Arabic',
  'Noto Sans Hebrew',
  'Noto Sans S Chinese',
  'Noto Sans Japanese',
  'Noto Sans Korean',
];

/**
 * Writes fontconfig's settings and returns the file's name: the machine's own fonts, where it has any, and the shipped
 * ones next to them, so that a name in any of those scripts is drawn.
 */
export function writeFontsConfig(folder: string): string {
  const text = fontsConfig(path.join(folder, 'fonts-cache'), hasFonts());
  const name = createHash('sha256').update(text).digest('hex').slice(0, 12);
  const file = path.join(folder, `fonts-${name}.conf`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  // Two processes may start together: each finds the whole file.
  const partial = `${file}.${process.pid}`;
  writeFileSync(partial, text);
  renameSync(partial, file);
  return file;
}

function fontsConfig(cacheFolder: string, withSystem: boolean): string {
  const include = withSystem ? `<include ignore_missing="yes">${SYSTEM_CONFIG}</include>` : '';
  const folders = shippedFolders().map((folder) => `<dir>${folder}</dir>`);
  // The machine's own choice of generic fonts stays, where it has one.
  const aliases = withSystem ? [] : GENERIC.map(aliasOf);
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>${[include, ...folders, ...aliases].join('\n')}
<cachedir>${cacheFolder}</cachedir></fontconfig>
`;
}

function aliasOf(name: string): string {
  const preferred = FAMILIES.map((family) => `<family>${family}</family>`).join('');
  return `<alias><family>${name}</family><prefer>${preferred}</prefer></alias>`;
}

function shippedFolders(): readonly string[] {
  const { resolve } = createRequire(import.meta.url);
  return PACKAGES.flatMap((name) => {
    try {
      return [path.resolve(path.dirname(resolve(name)), '..', 'fonts')];
    } catch {
      return [];
    }
  });
}

function hasFonts(): boolean {
  if (!existsSync(SYSTEM_CONFIG)) return false;
  return SYSTEM_FONTS.some((folder) => globSync('**/*.{ttf,otf,pfb}', { cwd: folder }).length > 0);
}
