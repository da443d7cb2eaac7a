// Runs before every command, on any Node from 20: plain JavaScript without installed dependencies. If the machine's
// Node is too old, it installs another in node_modules/.bin, which npm puts first in PATH; `hash -r` clears the shell's
// cached path of `node`. Its arguments are folders with packages of their own, which only some commands need.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const NEEDED_MAJOR = 24;
const root = fileURLToPath(new URL('..', import.meta.url));
const nodeName = `node-${process.platform}-${process.arch}`;
const ownNode = path.join(root, 'scripts/node/node_modules', nodeName, 'bin/node');

class SetupError extends Error {}

const isOld = Number(process.versions.node.split('.')[0]) < NEEDED_MAJOR;
try {
  const node = isOld ? await installNode() : process.execPath;
  await install('.', ['--include=dev', '--include=optional'], node);
  // Their peers are packages of the project.
  for (const folder of process.argv.slice(2)) await install(folder, ['--legacy-peer-deps'], node);
  if (node === ownNode) linkNode(node);
  generateTexts(node);
} catch (fault) {
  if (!(fault instanceof SetupError)) throw fault;
  console.error(fault.message);
  process.exitCode = 1;
}

/**
 * Runs `npm ci` in a folder unless its package-lock.json is unchanged since. npm runs under `node`, as an older one
 * would silently skip optional packages that require a newer one.
 */
async function install(folder, options, node) {
  const place = path.join(root, folder);
  const stampFile = path.join(place, 'node_modules', '.installed-lock');
  const lock = readFileSync(path.join(place, 'package-lock.json'));
  const stamp = createHash('sha256').update(lock).update(`${process.platform} ${process.arch}`).digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;

  const what = folder === '.' ? 'packages' : `packages of ${folder}`;
  const seconds = showProgress(`Installing ${what}`, place, Object.entries(JSON.parse(lock).packages));
  // No locked package needs install scripts.
  await runNpm(['ci', '--ignore-scripts', ...options], place, node).finally(seconds);
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
  console.log(`Installed ${what} in ${seconds()} s.`);
}

/**
 * Shows installed packages and elapsed time, on one line in a terminal, else every ten seconds. @returns a function
 * that stops it and returns the seconds
 */
function showProgress(what, place, packages) {
  const { isTTY } = process.stdout;
  const started = performance.now();
  const seconds = () => ((performance.now() - started) / 1000).toFixed(0);
  const folders = packages.filter(([folder, entry]) => folder !== '' && isForThisMachine(entry));
  const manifests = folders.map(([folder]) => path.join(place, folder, 'package.json'));
  const show = () => {
    const line = `${what}: ${manifests.filter((file) => existsSync(file)).length} of about ${folders.length}, ${seconds()} s`;
    process.stdout.write(isTTY ? `\r${line}` : `${line}\n`);
  };
  show();
  const timer = setInterval(show, isTTY ? 1000 : 10_000);
  return () => {
    clearInterval(timer);
    if (isTTY) process.stdout.write('\r\x1B[K');
    return seconds();
  };
}

function isForThisMachine({ os = [process.platform], cpu = [process.arch], libc = ['glibc'] }) {
  return os.includes(process.platform) && cpu.includes(process.arch) && libc.includes('glibc');
}

/** Installs the locked Node. @returns its path @throws SetupError if none exists for this machine */
async function installNode() {
  await install('scripts/node', ['--include=optional'], process.execPath);
  if (spawnSync(ownNode, ['--version']).status !== 0) throw new SetupError(tooOld());
  return ownNode;
}

/** Links a Node where npm looks for programs first. */
function linkNode(node) {
  const link = path.join(root, 'node_modules', '.bin', 'node');
  if (existsSync(link)) return;
  mkdirSync(path.dirname(link), { recursive: true });
  symlinkSync(node, link);
}

/** Generates modules that scripts import and Git does not track; the command itself reports schema faults. */
function generateTexts(node) {
  if (existsSync(path.join(root, 'src/generated/texts.ts'))) return;
  console.log('Compiling the questionnaire …');
  spawnSync(node, ['scripts/generate.ts'], { cwd: root, stdio: 'ignore' });
}

/** Runs npm under the given Node, showing only errors. */
async function runNpm(args, cwd, node) {
  const quiet = ['--no-audit', '--no-fund', '--no-progress', '--no-update-notifier', '--loglevel=error'];
  const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}` };
  const cli = process.env.npm_execpath;
  const [command, first] = cli?.endsWith('npm-cli.js') ? [node, [cli]] : ['npm', []];
  const npm = spawn(command, [...first, ...args, ...quiet], {
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [status] = await once(npm, 'close');
  if (status !== 0) throw new SetupError('The packages could not be installed: npm says why above.');
}

function tooOld() {
  return (
    `This machine has Node ${process.versions.node}, and no newer one comes with the packages for ` +
    `${process.platform}-${process.arch}: install Node ${NEEDED_MAJOR} or newer from https://nodejs.org and run the command again.`
  );
}
