import { execFileSync, spawnSync } from 'node:child_process';
import {
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { SERVICE_PARTS, isNeededFile } from './needed-files.ts';

/** A quarter smaller than gzip. */
const COMPRESSION = '--use-compress-program=xz -6 -T0';
/** For editors only, not for servers. */
const FOR_EDITORS = path.join('src', 'generated', 'editor');

/** Writes the production files of a built project to a new folder. */
export function writePackage(project: string, out: string): void {
  for (const part of SERVICE_PARTS) copyPart(project, out, part);
  for (const folder of installedPackages(project)) copyPackage(project, out, folder);
  addNode(project, out);
  writeFileSync(path.join(out, 'package.json'), manifestOf(project));
  copyPart(path.join(project, 'deploy'), out, 'matricula');
}

/** Lists the installed folders of the production dependencies, transitively. */
export function installedPackages(project: string): readonly string[] {
  const list = execFileSync('npm', ['ls', '--omit=dev', '--all', '--parseable'], {
    cwd: project,
    encoding: 'utf8',
  });
  const [root = '', ...folders] = list.trim().split(/\r?\n/);
  return folders.map((folder) => path.relative(root, folder));
}

/** Skips parts that the project does not have. */
function copyPart(from: string, out: string, part: string): void {
  if (!existsSync(path.join(from, part))) return;
  cpSync(path.join(from, part), path.join(out, part), {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (source) => !source.endsWith(FOR_EDITORS),
  });
}

/** Copies a package without nested ones, which are listed separately. */
function copyPackage(project: string, out: string, folder: string): void {
  const from = path.join(project, folder);
  const [, name = ''] = /^(?:.*\/)?node_modules\/(.*)$/.exec(folder) ?? [];
  cpSync(from, path.join(out, folder), {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (source) => {
      const file = path.relative(from, source);
      if (file.startsWith('node_modules')) return false;
      return lstatSync(source).isDirectory() || isNeededFile(name, file);
    },
  });
}

/** Adds the locked Node with npm's link, so that package commands use it. */
function addNode(project: string, out: string): void {
  const name = `node-${process.platform}-${process.arch}`;
  copyPackage(path.join(project, 'scripts', 'node'), out, `node_modules/${name}`);
  mkdirSync(path.join(out, 'node_modules', '.bin'));
  const program = path.join('..', name, 'bin', path.basename(process.execPath));
  symlinkSync(program, path.join(out, 'node_modules', '.bin', 'node'));
}

/** Returns package.json with its import aliases and with commands that run the built files without setup. */
function manifestOf(project: string): string {
  const manifest: Readonly<Record<string, unknown>> = JSON.parse(
    readFileSync(path.join(project, 'package.json'), 'utf8'),
  );
  const { devDependencies: _dev, overrides: _overrides, ...rest } = manifest;
  const scripts = { start: 'node src/server/start/main.ts', matricula: 'node scripts/matricula.ts' };
  const bin = { matricula: './matricula' };
  return `${JSON.stringify({ ...rest, bin, scripts }, undefined, 2)}\n`;
}

/** Extracted as root, files belong to root and are readable by everyone. */
const OWNED_BY_ROOT = process.platform === 'linux' ? ['--owner=0', '--group=0', '--mode=a+rX,go-w'] : [];

/** Packs a folder into a new archive, under its name. @throws Error if tar fails */
export function packInto(archive: string, folder: string): void {
  const args = ['-c', COMPRESSION, '-f', archive, ...OWNED_BY_ROOT, '-C', path.dirname(folder)];
  const { status } = spawnSync('tar', [...args, path.basename(folder)], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${folder} could not be packed: tar failed, which needs xz.`);
}
