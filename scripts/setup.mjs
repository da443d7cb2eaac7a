// Runs before `npm start` and `npm test`, on any Node from 20 on: plain JavaScript, nothing imported
// that has to be installed first. Once it is through, every npm script runs the Node 24 that comes
// from npm, because npm puts node_modules/.bin first in PATH; `hash -r` makes the shell, which has found
// another `node` before there was one, look again.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const NEEDED_MAJOR = 24;
const root = fileURLToPath(new URL('..', import.meta.url));
const stampFile = path.join(root, 'node_modules', '.installed-lock');

class SetupFault extends Error {}

try {
  install();
} catch (fault) {
  if (!(fault instanceof SetupFault)) throw fault;
  console.error(fault.message);
  process.exitCode = 1;
}

/** Installs what package-lock.json says, unless exactly that was installed here before. */
function install() {
  const lock = readFileSync(path.join(root, 'package-lock.json'));
  const stamp = createHash('sha256').update(lock).update(`${process.platform} ${process.arch}`).digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;

  const started = performance.now();
  console.log('Installing packages (about a minute on a first run) …');
  const borrowed = path.join(root, '.cache', 'borrowed-node');
  try {
    runNpm(
      ['ci', '--include=dev', '--include=optional'],
      root,
      modernNode(JSON.parse(lock.toString()), borrowed),
    );
  } finally {
    rmSync(borrowed, { recursive: true, force: true });
  }
  writeFileSync(stampFile, stamp);
  console.log(`Packages installed in ${((performance.now() - started) / 1000).toFixed(0)} s.`);
}

/**
 * The Node that npm itself is to run under. An older npm run would skip every optional package (native
 * bindings among them) whose `engines` ask for a newer Node, without a word; so where this machine's
 * Node is too old, the locked one is fetched first, alone.
 */
function modernNode(lock, folder) {
  if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) return process.execPath;
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${system}-${process.arch}`;
  const locked = lock.packages[`node_modules/${name}`];
  if (!locked) throw new SetupFault(tooOld());

  const manifest = { name: 'borrowed-node', version: '1.0.0', dependencies: { [name]: locked.version } };
  const borrowedLock = {
    ...manifest,
    lockfileVersion: 3,
    packages: { '': manifest, [`node_modules/${name}`]: locked },
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify(borrowedLock));
  runNpm(['ci', '--include=optional'], folder, process.execPath);

  const binary = path.join(folder, 'node_modules', name, 'bin', system === 'win' ? 'node.exe' : 'node');
  if (spawnSync(binary, ['--version']).status !== 0) throw new SetupFault(tooOld());
  return binary;
}

/** Runs npm under the given Node, showing only errors. */
function runNpm(args, cwd, node) {
  const quiet = ['--no-audit', '--no-fund', '--no-progress', '--no-update-notifier', '--loglevel=error'];
  const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}` };
  const cli = process.env.npm_execpath;
  const [command, first] = cli?.endsWith('npm-cli.js') ? [node, [cli]] : ['npm', []];
  const { status, error } = spawnSync(command, [...first, ...args, ...quiet], {
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: command === 'npm' && process.platform === 'win32',
  });
  if (error) throw error;
  if (status !== 0) throw new SetupFault('The packages could not be installed: npm says why above.');
}

function tooOld() {
  return (
    `This machine has Node ${process.versions.node}, and no newer one comes with the packages for ` +
    `${process.platform}-${process.arch}: install Node ${NEEDED_MAJOR} or newer from https://nodejs.org and run the command again.`
  );
}
