import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import type { ScannerAddress } from '#server/settings/service-addresses.ts';

/** The test malware, in two parts so that local scanners ignore this file. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

export type StandIn = {
  readonly address: ScannerAddress;
  /** A replaced response to files. */
  answerAll(reply: string | undefined): void;
  /** Holds files until the returned function is called. */
  hold(): () => void;
  /** Stops listening; it can restart at the same address. */
  leave(): Promise<void>;
  comeBack(): Promise<void>;
};

/** Speaks the INSTREAM of clamd on a socket in a folder, and knows {@link EICAR}. */
export async function startScannerStandIn(folder: string): Promise<StandIn> {
  const socket = path.join(folder, 'scanner.sock');
  let always: string | undefined;
  let held: Promise<void> | undefined;
  const server = createServer((client) => {
    void answer(client, async (file) => {
      await held;
      return always ?? (file.includes(EICAR) ? 'stream: Test.File FOUND\0' : 'stream: OK\0');
    });
  });
  const comeBack = async (): Promise<void> => {
    server.listen(socket);
    await once(server, 'listening');
  };
  await comeBack();
  return {
    address: { path: socket },
    answerAll: (reply) => {
      always = reply;
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    comeBack,
    leave: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

async function answer(client: Socket, replyTo: (file: Buffer) => Promise<string>): Promise<void> {
  let given = Buffer.alloc(0);
  for await (const chunk of client) {
    given = Buffer.concat([given, Buffer.from(chunk)]);
    const file = readStream(given);
    if (file === undefined) continue;
    client.end(await replyTo(file));
    return;
  }
}

const COMMAND = 'zINSTREAM\0';

/** The file of a complete command: length-prefixed chunks, the last empty. */
function readStream(given: Buffer): Buffer | undefined {
  const pieces: Buffer[] = [];
  if (given.toString('latin1', 0, COMMAND.length) !== COMMAND) return undefined;
  let at = COMMAND.length;
  while (at + 4 <= given.length) {
    const length = given.readUInt32BE(at);
    if (length === 0) return Buffer.concat(pieces);
    pieces.push(given.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}
