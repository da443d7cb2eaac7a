import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';

/** The shortest limit of the systems we run on (macOS); Linux takes four more. */
const LONGEST = 103;

/**
 * Where a running server of the embedded database takes the operator's commands: a socket in the data directory, on
 * Windows a named pipe. Undefined when the path is too long for a socket.
 */
export function operatorSocket(dataDir: string, platform = process.platform): string | undefined {
  if (platform === 'win32') {
    const name = createHash('sha256').update(dataDir.toLowerCase()).digest('hex').slice(0, 32);
    return String.raw`\\.\pipe\matricula-${name}`;
  }
  const path = join(operatorFolder(dataDir), 'socket');
  return [path, relative(process.cwd(), path)].find((each) => Buffer.byteLength(each) <= LONGEST);
}

/** Only its owner may look into it, so that nobody else reaches the socket, not even while it is being made. */
export function operatorFolder(dataDir: string): string {
  return join(dataDir, 'operator');
}
