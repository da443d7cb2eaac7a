import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { stillBusyRefusal } from '../http/refusal.ts';
import { createBoundedQueue } from './bounded-queue.ts';
import { networkOf } from './client-limits.ts';

const MEGABYTE = 1024 * 1024;

/** Bytes of all answers in memory: each stays there until its client has read it. */
const MOST_BYTES = 256 * MEGABYTE;

/** Bytes that the system takes at once, whether the client reads or not. */
const SMALL_BYTES = 16 * 1024;

/** Bytes in memory while an export is sent, with one file at a time. */
const EXPORT_BYTES = 32 * MEGABYTE;

/** Files read at a time, before their sizes are known. */
const READING = { atOnce: 8, waiting: 1000, patienceMs: 10_000, full: stillBusyRefusal };

/** Time in milliseconds after which an answer of which nothing is read is ended. */
const STALL_MS = 30_000;

type StoredFiles = { read(key: string): Promise<Buffer | undefined> };

/** Bounds the memory of unread answers. Beyond it, the oldest of the network with the most is ended. */
export function createClientMemory(files: StoredFiles, { mostBytes = MOST_BYTES, stallMs = STALL_MS } = {}) {
  const unread = new Map<FastifyReply, { readonly network: string; readonly bytes: number }>();
  const inTurn = createBoundedQueue(READING);
  let sum = 0;
  const release = (reply: FastifyReply): void => {
    sum -= unread.get(reply)?.bytes ?? 0;
    unread.delete(reply);
  };
  const endOldest = (): void => {
    const sums = new Map<string, number>();
    for (const { network, bytes } of unread.values()) sums.set(network, (sums.get(network) ?? 0) + bytes);
    const [largest] = [...sums].toSorted(([, one], [, other]) => other - one)[0] ?? [];
    for (const [reply, { network }] of unread) {
      if (sum <= mostBytes) return;
      if (network !== largest) continue;
      release(reply);
      reply.request.socket.destroy();
    }
  };
  const hold = (reply: FastifyReply, bytes: number): void => {
    if (unread.has(reply)) return;
    // Its client has left, or sent it behind another (HTTP pipelining), whose end would leave it counted.
    if (reply.raw.socket === null) return void reply.request.socket.destroy();
    unread.set(reply, { network: customerOf(reply.request.ip), bytes });
    sum += bytes;
    finished(reply.raw, () => release(reply));
    reply.raw.setTimeout(stallMs, () => reply.raw.destroy());
    if (sum > mostBytes) endOldest();
  };
  return {
    /** Counts every answer that is not small until it is read. */
    count: (app: FastifyInstance) =>
      app.addHook('onSend', async (_request, reply, answer) => {
        const bytes = typeof answer === 'string' || Buffer.isBuffer(answer) ? Buffer.byteLength(answer) : 0;
        if (bytes > SMALL_BYTES) hold(reply, bytes);
        return answer;
      }),
    /** Counts an export, which reads its files itself. */
    countExport: (reply: FastifyReply) => hold(reply, EXPORT_BYTES),
    /** Reads a file that is sent as the reply. @throws TooManyRequests while too many are read */
    read: (reply: FastifyReply, fileKey: string | null | undefined) =>
      inTurn(async () => {
        const file = fileKey ? await files.read(fileKey) : undefined;
        if (file !== undefined) hold(reply, file.length);
        return file;
      }),
  };
}

/** Returns the network of one customer: the IPv4 address, or the IPv6 /48. */
function customerOf(address: string): string {
  return networkOf(address).split(':').slice(0, 3).join(':');
}
