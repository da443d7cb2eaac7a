import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { installPackages } from './debian-packages.ts';

const PROGRAM = '/usr/sbin/clamd';
const START_LIMIT = 60_000;
/** Part of the file that every scanner takes for malware; all of it would have this file removed where one is on guard. */
const SIGNATURE = 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE';

/** A malware scanner of our own, which knows one signature, gone when it is stopped. */
export type ClamdServer = {
  /** As SCANNER_URL has it. */
  readonly url: string;
  readonly version: string;
  stop(): Promise<void>;
};

/** Whether Debian's package of the scanner is installed. */
export function hasClamd(): boolean {
  return existsSync(PROGRAM);
}

/** Installs Debian's package; root only. The service that comes with it is not needed. */
export function installClamd(): void {
  installPackages(['clamav-daemon']);
}

/**
 * Starts clamd on a socket in a new temporary folder, with a database that knows one text, wherever in a file it is:
 * the large ones are downloaded from a place that not every machine reaches.
 *
 * @throws Error with what it printed, when it does not listen within a minute
 */
export async function startClamd(): Promise<ClamdServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'matricula-clamd-'));
  const [database, socket, log] = ['database', 'clamd.sock', 'log'].map((name) => path.join(folder, name));
  if (database === undefined || socket === undefined || log === undefined) throw new Error('No paths.');
  mkdirSync(database);
  writeFileSync(path.join(database, 'test.ndb'), `Test.File:0:*:${Buffer.from(SIGNATURE).toString('hex')}\n`);
  const configuration = path.join(folder, 'clamd.conf');
  writeFileSync(configuration, `DatabaseDirectory ${database}\nLocalSocket ${socket}\nForeground yes\n`);
  const output = openSync(log, 'a');
  const server = spawn(PROGRAM, ['--config-file', configuration], { stdio: ['ignore', output, output] });
  // Orphans would pile up when this process is ended in the middle.
  process.once('exit', () => server.kill('SIGKILL'));
  const limit = performance.now() + START_LIMIT;
  while (!existsSync(socket)) {
    if (server.exitCode !== null || performance.now() > limit) {
      server.kill('SIGKILL');
      throw new Error(`clamd does not listen:\n${readFileSync(log, 'utf8')}`);
    }
    await delay(50);
  }
  return {
    url: `unix:${socket}`,
    version: execFileSync(PROGRAM, ['--version'], { encoding: 'utf8' }).trim(),
    async stop() {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
