import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral port range: from 32768 on Linux, from 49152 elsewhere. */
const FIRST_PORT = 15_000;
const LAST_PORT = 32_767;
const TRIES = 100;

/**
 * Finds an unused port of this machine.
 *
 * Ports chosen by the system are ephemeral: an outgoing connection could take one before the caller listens.
 *
 * @throws Error when a hundred random ports are in use
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port between ${FIRST_PORT} and ${LAST_PORT} on 127.0.0.1`);
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    if (probe.listening) await new Promise((resolve) => probe.close(resolve));
  }
}
