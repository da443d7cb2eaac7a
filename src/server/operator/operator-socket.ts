import { once } from 'node:events';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { errorCodeOf } from '../http/error-log.ts';
import { OperationError } from '../http/operation-error.ts';
import { closeConnections } from '../http/graceful-shutdown.ts';
import { readJsonLines } from '../http/json-body.ts';
import type { ReportProgress } from './operation-services.ts';
import { type Operation, readOperation } from './operation-schemas.ts';
import { join, relative } from 'node:path';
import { isRecord } from '#form/definition/own-property.ts';

/** Commands are atomic or resumable, so a stop need not wait long. */
const GRACE_MS = 1000;

/** Runs a command and returns its output. */
type Run = (operation: Operation, report: ReportProgress) => Promise<string>;

/** A server's response to a command. `nobody`: no server uses the data directory. */
export type CommandResult =
  | { readonly kind: 'done'; readonly text: string }
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'nobody' };

const STOPPED = {
  kind: 'refused',
  text: 'The running server stopped before this command was done. Run it again.',
} as const;

/**
 * Accepts operator commands while this server has the embedded database open. Folder permissions control access. The
 * caller holds the directory's lock, so an existing socket is from a killed server.
 * @returns undefined if the path is too long for a socket; then commands need the server stopped
 */
export async function listenToOperator(dataDir: string, run: Run) {
  const path = operatorSocket(dataDir);
  if (path === undefined) return undefined;
  mkdirSync(operatorFolder(dataDir), { recursive: true, mode: 0o700 });
  chmodSync(operatorFolder(dataDir), 0o700);
  rmSync(path, { force: true });
  const server = createServer((command, response) => {
    respondToCommand(command, response, run).catch(() => response.destroy());
  });
  server.listen(path);
  await once(server, 'listening');
  chmodSync(path, 0o600);
  return {
    async close(): Promise<void> {
      const closed = once(server, 'close');
      server.close();
      closeConnections(server, GRACE_MS);
      await closed;
    },
  };
}

/** Responds with a JSON line per progress and one for the result. Always 200: the result is known too late. */
async function respondToCommand(command: IncomingMessage, response: ServerResponse, run: Run): Promise<void> {
  response.setHeader('connection', 'close');
  const end = (kind: 'done' | 'refused', message: string): unknown =>
    response.end(`${JSON.stringify({ kind, text: message })}\n`);
  const operation = readOperation(await text(command));
  if (operation === undefined) {
    end('refused', 'The running server has another version and does not know this command. Restart it.');
    return;
  }
  try {
    const result = await run(operation, (progress) => {
      response.write(`${JSON.stringify({ kind: 'progress', text: progress })}\n`);
    });
    end('done', result);
  } catch (error) {
    const isForOperator = error instanceof OperationError;
    end('refused', isForOperator ? error.message : 'The running server failed at this command; see its log.');
    if (!isForOperator) throw error;
  }
}

/** Sends a command to the running server of a data directory. `report` gets lines before the result. */
export async function requestFromServer(
  dataDir: string,
  operation: Operation,
  report: ReportProgress = () => undefined,
): Promise<CommandResult> {
  const socketPath = operatorSocket(dataDir);
  if (socketPath === undefined) return { kind: 'nobody' };
  const { promise, resolve, reject } = Promise.withResolvers<CommandResult>();
  const fail = (error: Error): void => {
    const code = errorCodeOf(error);
    if (code === 'ENOENT' || code === 'ECONNREFUSED') resolve({ kind: 'nobody' });
    else if (code === 'ECONNRESET') resolve(STOPPED);
    else reject(error);
  };
  const asking = request({ socketPath, method: 'POST', path: '/' }, (response) => {
    response.on('error', fail);
    readAnswer(response, report).then(resolve, reject);
  });
  asking.on('error', fail);
  asking.end(JSON.stringify(operation));
  return promise;
}

async function readAnswer(response: IncomingMessage, report: ReportProgress): Promise<CommandResult> {
  for await (const line of readJsonLines(response)) {
    const { kind, text: message } = readLine(line);
    if (kind === 'done' || kind === 'refused') return { kind, text: message };
    report(message);
  }
  return STOPPED;
}

/** Parses a line; anything else comes from another version of the server. */
function readLine(value: unknown): { readonly kind: string; readonly text: string } {
  const { kind, text: message } = isRecord(value) ? value : {};
  if (typeof kind === 'string' && typeof message === 'string') return { kind, text: message };
  throw new OperationError('The running server has another version. Restart it.');
}

/** The shortest limit of supported systems (macOS); Linux allows four more. */
const LONGEST = 103;

/** Returns the path of the operator's socket. Undefined if too long. */
export function operatorSocket(dataDir: string): string | undefined {
  const path = join(operatorFolder(dataDir), 'socket');
  return [path, relative(process.cwd(), path)].find((each) => Buffer.byteLength(each) <= LONGEST);
}

/** Private to its owner, so that nobody else reaches the socket, even while it is created. */
function operatorFolder(dataDir: string): string {
  return join(dataDir, 'operator');
}
