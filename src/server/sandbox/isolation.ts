import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Paths that an isolated command sees, in addition to the system's programs and libraries. */
export type VisiblePaths = {
  readonly reads: readonly string[];
  /** A folder that it can also change. */
  readonly writes?: string | undefined;
};

/** How far commands are separated from the server: by namespaces, by user, by network alone, or not. */
export type Isolation = {
  readonly kind: 'full' | 'user' | 'network' | 'none';
  /** User of the command, to whom its folder must belong; undefined: the server's own. */
  readonly uid: number | undefined;
  /** Returns the words before a command. */
  readonly prefix: (paths: VisiblePaths) => readonly string[];
};

/** Owns no file on any system. */
const NOBODY = 65_534;
const AS_NOBODY = [
  `setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups`,
  '--inh-caps=-all --bounding-set=-all --no-new-privs --',
].flatMap((words) => words.split(' '));
/** In a second user namespace, which has no rights over the mounts of the first. */
const WITHOUT_RIGHTS = [
  'setpriv --no-new-privs --',
  `unshare --user --map-user=${NOBODY} --map-group=${NOBODY} --`,
].flatMap((words) => words.split(' '));
const NAMESPACES = '--mount --pid --net --ipc --uts --fork --kill-child -- sh'.split(' ');
const SCRIPT = join(import.meta.dirname, 'isolate.sh');

/** @param rights the words that give up all rights, as seen from inside the namespaces */
function inNamespaces(namespaces: readonly string[], rights: readonly string[]): Isolation['prefix'] {
  return ({ reads, writes = '' }) => {
    // Sorted: a folder before what it contains, such as packages before the Node among them.
    const paths = [process.execPath, ...reads].toSorted();
    return ['unshare', ...namespaces, ...NAMESPACES, SCRIPT, writes, ...paths, '--', ...rights];
  };
}

/** Best first. The system decides which work: containers forbid most, and some kernels user namespaces. */
const WAYS: readonly Isolation[] = [
  { kind: 'full', uid: NOBODY, prefix: inNamespaces([], AS_NOBODY) },
  { kind: 'full', uid: undefined, prefix: inNamespaces(['--user', '--map-root-user'], WITHOUT_RIGHTS) },
  { kind: 'user', uid: NOBODY, prefix: () => AS_NOBODY },
  { kind: 'network', uid: undefined, prefix: () => ['unshare', '--map-root-user', '--net', '--'] },
];

let found: Promise<Isolation> | undefined;

/** Finds the best isolation of this machine, once. */
export function findIsolation(): Promise<Isolation> {
  return (found ??= firstThatWorks());
}

/** Reading this file shows that the other user can also read the project. */
async function firstThatWorks(): Promise<Isolation> {
  const reads = [import.meta.dirname];
  const read = [process.execPath, '--eval', 'fs.readFileSync(process.argv[1])', import.meta.filename];
  for (const way of WAYS) if (await commandWorks([...way.prefix({ reads }), ...read])) return way;
  return { kind: 'none', uid: undefined, prefix: () => [] };
}

/** Whether a command ends with success. */
export async function commandWorks([command = '', ...args]: readonly string[]): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const child = spawn(command, args, { stdio: 'ignore' });
  child.on('error', () => resolve(false));
  child.on('exit', (code) => resolve(code === 0));
  return await promise;
}

/** Returns a warning that names what a hostile file could reach, unless commands are isolated. */
export function isolationWarning({ kind }: Pick<Isolation, 'kind'>): string | undefined {
  if (kind === 'full') return undefined;
  const reached = {
    user: 'the network and what every user of this machine can read',
    network: 'whatever this server can: its settings with DATA_KEY, the database and all documents',
    none: 'whatever this server can: its settings with DATA_KEY, the database, all documents and the network',
  }[kind];
  return `Uploaded documents are converted without isolation: a hostile file could reach ${reached}. docs/operating.md, "Isolation", says what this machine lacks.`;
}
