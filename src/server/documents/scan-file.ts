import { connect } from 'node:net';
import type { OnError } from '../http/error-log.ts';
import type { ScannerAddress } from '../settings/service-addresses.ts';

/** Result of a malware scan. */
type Scan =
  | { readonly kind: 'clean' }
  /** No scanner is set. */
  | { readonly kind: 'unscanned' }
  /** `name` is the scanner's name of the malware. */
  | { readonly kind: 'infected'; readonly name: string }
  /** The scanner is unreachable or breaks off. */
  | { readonly kind: 'away' };

/** Scans a file for malware. @throws Error if the scanner refuses it, or begins and does not end: it may never */
export type ScanFile = (bytes: Uint8Array) => Promise<Scan>;

/** Timeout of a silent scanner; it needs a tenth of a second per megabyte. */
const SILENCE_MS = 20_000;
const LONGEST_NAME = 100;

/**
 * Scans files with clamd (INSTREAM).
 * @param address without one, no file is scanned
 * @param onError called once while the scanner is away
 */
export function createScanner(
  address: ScannerAddress | undefined,
  onError: OnError,
  silenceMs = SILENCE_MS,
): ScanFile {
  if (address === undefined) return async () => ({ kind: 'unscanned' });
  let isAway = false;
  return async (bytes) => {
    const reply = await askScanner(address, bytes, silenceMs).catch((error: unknown) => {
      if (error instanceof SilentScannerError) throw error;
      if (!isAway) onError('asking the malware scanner', error);
      return undefined;
    });
    isAway = reply === undefined;
    return reply === undefined ? { kind: 'away' } : readReply(reply);
  };
}

/** It has the file, and does not answer. */
class SilentScannerError extends Error {}

/** Sends a file as one chunk, preceded by its length, and returns the reply. */
async function askScanner(address: ScannerAddress, bytes: Uint8Array, silenceMs: number): Promise<string> {
  const socket = connect(address);
  const silent = () =>
    socket.connecting
      ? new Error('The malware scanner does not answer.')
      : new SilentScannerError('The malware scanner begins and does not end.');
  socket.setTimeout(silenceMs, () => socket.destroy(silent()));
  socket.write('zINSTREAM\0');
  socket.write(lengthOf(bytes.length));
  socket.write(bytes);
  socket.write(lengthOf(0));
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(Buffer.from(chunk));
  const reply = Buffer.concat(chunks).toString();
  if (!reply.endsWith('\0')) throw new Error('The malware scanner broke off.');
  return reply.slice(0, -1);
}

function lengthOf(size: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(size);
  return bytes;
}

function readReply(reply: string): Scan {
  if (reply === 'stream: OK') return { kind: 'clean' };
  const name = /^stream: (.+) FOUND$/.exec(reply)?.[1];
  if (name === undefined) throw new Error('The malware scanner refused the file.');
  return { kind: 'infected', name: name.slice(0, LONGEST_NAME) };
}
