import { once } from 'node:events';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { OperationFault } from './operation-fault.ts';
import type { Operation } from './operations.ts';
import { readOperation } from './read-operation.ts';
import { operatorFolder, operatorSocket } from './socket-path.ts';

export type OperatorSocket = { close(): Promise<void> };

/** How a server answered a command, or that none runs on the data directory. */
export type Asked =
  | { readonly kind: 'done'; readonly text: string }
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'nobody' };

/**
 * Takes the operator's commands while the server holds the embedded database, which no second process may open.
 * Who may write to the data directory may command, nobody else. The directory's lock must be held: a socket that
 * stands there is left over from a server that was killed.
 *
 * @returns undefined when the path is too long for a socket; then commands need the server stopped
 */
export async function listenToOperator(
  dataDir: string,
  run: (operation: Operation) => Promise<string>,
): Promise<OperatorSocket | undefined> {
  const path = operatorSocket(dataDir);
  if (path === undefined) return undefined;
  const isFile = process.platform !== 'win32';
  if (isFile) {
    mkdirSync(operatorFolder(dataDir), { recursive: true, mode: 0o700 });
    chmodSync(operatorFolder(dataDir), 0o700);
    rmSync(path, { force: true });
  }
  const server = createServer((asked, response) => {
    answer(asked, response, run).catch(() => response.destroy());
  });
  server.listen(path);
  await once(server, 'listening');
  if (isFile) chmodSync(path, 0o600);
  return {
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      await closed;
    },
  };
}

async function answer(
  asked: IncomingMessage,
  response: ServerResponse,
  run: (operation: Operation) => Promise<string>,
): Promise<void> {
  response.setHeader('connection', 'close');
  const operation = readOperation(await text(asked));
  if (operation === undefined) {
    response.writeHead(422).end('The running server does not know this command: it is of another version.');
    return;
  }
  try {
    response.end(await run(operation));
  } catch (error) {
    const isTold = error instanceof OperationFault;
    response
      .writeHead(422)
      .end(isTold ? error.message : 'The running server failed at this command; see its log.');
    if (!isTold) throw error;
  }
}

/** Hands a command to the server that runs on a data directory, if one does. */
export async function askServer(dataDir: string, operation: Operation): Promise<Asked> {
  const socketPath = operatorSocket(dataDir);
  if (socketPath === undefined) return { kind: 'nobody' };
  const { promise, resolve, reject } = Promise.withResolvers<Asked>();
  const asking = request({ socketPath, method: 'POST', path: '/' }, (response) => {
    const kind = response.statusCode === 200 ? 'done' : 'refused';
    text(response).then((told) => resolve({ kind, text: told }), reject);
  });
  asking.on('error', (error) => {
    if ('code' in error && (error.code === 'ENOENT' || error.code === 'ECONNREFUSED'))
      resolve({ kind: 'nobody' });
    else reject(error);
  });
  asking.end(JSON.stringify(operation));
  return promise;
}
