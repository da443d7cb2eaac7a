import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endDaemon, startDaemon } from './daemon.ts';

const PROGRAM = '/usr/sbin/clamd';
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

/** Starts clamd on a socket, without its databases, which not every machine can download. */
export async function startClamd(): Promise<ClamdServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'matricula-clamd-'));
  const [database, socket] = [path.join(folder, 'database'), path.join(folder, 'clamd.sock')];
  mkdirSync(database);
  writeFileSync(path.join(database, 'test.ndb'), `Test.File:0:*:${Buffer.from(SIGNATURE).toString('hex')}\n`);
  const configuration = path.join(folder, 'clamd.conf');
  writeFileSync(configuration, `DatabaseDirectory ${database}\nLocalSocket ${socket}\nForeground yes\n`);
  const server = await startDaemon(PROGRAM, ['--config-file', configuration], {
    log: path.join(folder, 'log'),
    isReady: () => existsSync(socket),
  });
  return {
    url: `unix:${socket}`,
    version: execFileSync(PROGRAM, ['--version'], { encoding: 'utf8' }).trim(),
    async stop() {
      await endDaemon(server, 'SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
