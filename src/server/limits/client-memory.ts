import { finished, type Readable, type Writable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { stillBusyRefusal } from '../http/refusal.ts';
import { createBoundedQueue } from './bounded-queue.ts';
import { customerOf } from './client-limits.ts';

const MEGABYTE = 1024 * 1024;

/** Bytes of all bodies and answers in memory, until their clients have sent or read them. */
const MOST_BYTES = 256 * MEGABYTE;

/** Bytes that are not counted: the system takes as many at once, whether the client reads or not. */
const SMALL_BYTES = 16 * 1024;

/** Bytes in memory while an export is sent, with one file at a time. */
const EXPORT_BYTES = 32 * MEGABYTE;

/** Files read at a time, before their sizes are known. */
const READING = { atOnce: 8, waiting: 1000, patienceMs: 10_000, full: stillBusyRefusal };

/** Time in milliseconds after which an answer of which nothing is read is ended. */
const STALL_MS = 30_000;

type StoredFiles = { read(key: string): Promise<Buffer | undefined> };

/** Bounds the memory of begun bodies and unread answers. Beyond it, the oldest of the largest network ends. */
export function createClientMemory(files: StoredFiles, { mostBytes = MOST_BYTES, stallMs = STALL_MS } = {}) {
  const held = new Map<FastifyReply, { readonly network: string; readonly bytes: number }>();
  const inTurn = createBoundedQueue(READING);
  let sum = 0;
  const release = (reply: FastifyReply): void => {
    sum -= held.get(reply)?.bytes ?? 0;
    held.delete(reply);
  };
  const endOldest = (): void => {
    const sums = new Map<string, number>();
    for (const { network, bytes } of held.values()) sums.set(network, (sums.get(network) ?? 0) + bytes);
    const [largest] = [...sums].toSorted(([, one], [, other]) => other - one)[0] ?? [];
    for (const [reply, { network }] of held) {
      if (sum <= mostBytes) return;
      if (network !== largest) continue;
      release(reply);
      reply.request.socket.destroy();
    }
  };
  const hold = (reply: FastifyReply, bytes: number, stream: Readable | Writable): void => {
    release(reply);
    // Its client has left.
    if (reply.raw.socket === null) return void reply.request.socket.destroy();
    const counted = { network: customerOf(reply.request.ip), bytes };
    held.set(reply, counted);
    sum += bytes;
    finished(stream, () => held.get(reply) === counted && release(reply));
    if (sum > mostBytes) endOldest();
  };
  const holdAnswer = (reply: FastifyReply, bytes: number): void => {
    hold(reply, bytes, reply.raw);
    reply.raw.setTimeout(stallMs, () => reply.raw.destroy());
  };
  return {
    /** Counts every body that is not small until it is sent, and every such answer until it is read. */
    count(app: FastifyInstance): void {
      app.addHook('preParsing', async (request, reply) => {
        const { 'content-length': length = 0, 'transfer-encoding': encoding } = request.headers;
        const { bodyLimit } = request.routeOptions;
        const bytes = encoding === undefined ? Number(length) : bodyLimit;
        // Beyond the limit, it is refused unread.
        if (bytes > SMALL_BYTES && bytes <= bodyLimit) hold(reply, bytes, request.raw);
      });
      app.addHook('onSend', async (_request, reply, answer) => {
        const bytes = typeof answer === 'string' || Buffer.isBuffer(answer) ? Buffer.byteLength(answer) : 0;
        if (bytes > SMALL_BYTES) holdAnswer(reply, bytes);
        return answer;
      });
    },
    /** Counts an export, which reads its files itself. */
    countExport: (reply: FastifyReply) => holdAnswer(reply, EXPORT_BYTES),
    /** Reads a file that is sent as the reply. @throws TooManyRequests while too many are read */
    read: (reply: FastifyReply, fileKey: string | null | undefined) =>
      inTurn(async () => {
        const file = fileKey ? await files.read(fileKey) : undefined;
        if (file !== undefined) holdAnswer(reply, file.length);
        return file;
      }),
  };
}
