// Runs before every command, on any Node from 20 on: plain JavaScript, nothing imported that has to be installed first.
// Where the machine's Node is too old, it installs another and puts it into node_modules/.bin, which npm has first in
// PATH; `hash -r` makes the shell, which has found another `node` before there was one, look again. The folders that it
// is given have packages of their own, which only some commands need.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const NEEDED_MAJOR = 24;
const root = fileURLToPath(new URL('..', import.meta.url));
const isWindows = process.platform === 'win32';
const nodeName = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
const ownNode = path.join(
  root,
  'scripts/node/node_modules',
  nodeName,
  'bin',
  isWindows ? 'node.exe' : 'node',
);

class SetupFault extends Error {}

const isOld = Number(process.versions.node.split('.')[0]) < NEEDED_MAJOR;
try {
  const node = isOld ? installNode() : process.execPath;
  install('.', ['--include=dev', '--include=optional'], node);
  // Their peers are packages of the project.
  for (const folder of process.argv.slice(2)) install(folder, ['--legacy-peer-deps'], node);
  if (node === ownNode) linkNode(node);
  generateTexts(node);
} catch (fault) {
  if (!(fault instanceof SetupFault)) throw fault;
  console.error(fault.message);
  process.exitCode = 1;
}

/**
 * Installs what the package-lock.json of a folder says, unless exactly that was installed there before. npm runs under
 * `node`: under an older one it would skip, without a word, every optional package that asks for a newer.
 */
function install(folder, options, node) {
  const place = path.join(root, folder);
  const stampFile = path.join(place, 'node_modules', '.installed-lock');
  const lock = readFileSync(path.join(place, 'package-lock.json'));
  const stamp = createHash('sha256').update(lock).update(`${process.platform} ${process.arch}`).digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;

  const started = performance.now();
  console.log(
    folder === '.' ? 'Installing packages (about a minute) …' : `Installing packages of ${folder} …`,
  );
  // No package runs a script when it is installed: none that is locked needs one.
  runNpm(['ci', '--ignore-scripts', ...options], place, node);
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
  console.log(`Packages installed in ${((performance.now() - started) / 1000).toFixed(0)} s.`);
}

/** Installs the locked Node. @returns its program; throws a SetupFault where there is none for this machine */
function installNode() {
  install('scripts/node', ['--include=optional'], process.execPath);
  if (spawnSync(ownNode, ['--version']).status !== 0) throw new SetupFault(tooOld());
  return ownNode;
}

/** Puts a Node where npm looks for programs first, unless it is there. */
function linkNode(node) {
  const link = path.join(root, 'node_modules', '.bin', isWindows ? 'node.cmd' : 'node');
  if (existsSync(link)) return;
  mkdirSync(path.dirname(link), { recursive: true });
  if (isWindows) writeFileSync(link, `@"${node}" %*\r\n`);
  else symlinkSync(node, link);
}

/** Writes what the scripts import and Git does not keep; what is wrong with the schemas the command itself says. */
function generateTexts(node) {
  if (existsSync(path.join(root, 'src/generated/texts.ts'))) return;
  spawnSync(node, ['scripts/generate.ts'], { cwd: root, stdio: 'ignore' });
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
    shell: command === 'npm' && isWindows,
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
