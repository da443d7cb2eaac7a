import { availableParallelism } from 'node:os';
import { Socket as DatagramSocket } from 'node:dgram';
import { Socket } from 'node:net';

/** Result of converting a student's document, or of a step of it. */
export type Conversion =
  | StepResult
  /** It exceeded a limit or crashed: a retry can succeed. */
  | { readonly kind: 'failed' };

const MEGABYTE = 1024 * 1024;

/** Limits of one conversion. Enforced by the server, not by the converting process. */
export const CONVERSION_LIMITS = {
  /** For hanging processes; busy ones reach their CPU limit first (run-sandboxed.ts), even on a busy machine. */
  wallMs: 90_000,
  /** Resident memory of all processes of a step together; watched on Linux. */
  memoryBytes: 1536 * MEGABYTE,
  outputBytes: 10 * MEGABYTE,
  pages: 200,
};

export type ConversionLimits = Readonly<typeof CONVERSION_LIMITS>;

/** Concurrency: each conversion uses a core and up to 1.5 GB. */
export const CONVERSIONS_AT_ONCE = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)));

export const THUMBNAIL_WIDTH = 600;
export const THUMBNAIL_QUALITY = 60;

/** A fault in the student's file. `message` is a sentence for the student. */
export class FileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FileError';
  }
}

/** Environment variables of converting processes: document title and partner's texts. */
export const TITLE_VARIABLE = 'DOCUMENT_TITLE';
export const LANGUAGE_VARIABLE = 'SPOKEN_LANGUAGE';

/** Result of a converting process. */
export type StepResult =
  /** `thumbnail` is a JPEG of the first page, `THUMBNAIL_WIDTH` pixels wide. Empty, and `pages` 0, if the step makes none. */
  | { readonly kind: 'done'; readonly document: Buffer; readonly pages: number; readonly thumbnail: Buffer }
  /** The file is at fault, and a retry useless: the message says what the student can do. */
  | { readonly kind: 'refused'; readonly message: string };

/** Returns the result of a step without pages. */
export function documentOnly(document: Buffer): StepResult {
  return { kind: 'done', document, pages: 0, thumbnail: Buffer.alloc(0) };
}

/** Serializes a result for the pipe. */
export function packResult(result: StepResult): Buffer {
  if (result.kind === 'refused') return packBuffers(Buffer.from(result.message));
  const { pages, document, thumbnail } = result;
  return packBuffers(Buffer.alloc(0), Buffer.from(String(pages)), document, thumbnail);
}

/** Parses a result; undefined if the process ended before it was complete. */
export function unpackResult(bytes: Buffer): StepResult | undefined {
  const [message, pages, document, thumbnail] = unpackBuffers(bytes);
  if (message && message.length > 0) return { kind: 'refused', message: message.toString() };
  return thumbnail && document && { kind: 'done', document, pages: Number(pages), thumbnail };
}

const LENGTH_BYTES = 4;

/** Concatenates buffers, each preceded by its length. */
export function packBuffers(...buffers: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    buffers.flatMap((buffer) => {
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt32LE(buffer.length);
      return [length, buffer];
    }),
  );
}

/** Returns the complete buffers of a concatenation. */
export function unpackBuffers(bytes: Buffer): readonly Buffer[] {
  const buffers: Buffer[] = [];
  for (let at = LENGTH_BYTES; at <= bytes.length;) {
    const end = at + bytes.readUInt32LE(at - LENGTH_BYTES);
    if (end > bytes.length) break;
    buffers.push(bytes.subarray(at, end));
    at = end + LENGTH_BYTES;
  }
  return buffers;
}

function refuseConnection(): never {
  throw new Error('A conversion has no network.');
}

/** Disables network APIs, for machines without network namespaces. */
export function closeNetwork(): void {
  Socket.prototype.connect = refuseConnection;
  DatagramSocket.prototype.connect = refuseConnection;
  DatagramSocket.prototype.send = refuseConnection;
  for (const name of ['fetch', 'WebSocket', 'EventSource'])
    Object.defineProperty(globalThis, name, { value: undefined });
}
