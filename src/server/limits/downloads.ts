import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { stillBusyRefusal } from '../http/refusal.ts';
import { createBoundedQueue } from './bounded-queue.ts';
import { networkOf } from './client-limits.ts';

const MEGABYTE = 1024 * 1024;

/** Bytes in memory, of all and of one network: encrypted files are sent from memory, until their client has read them. */
const MOST_BYTES = { all: 256 * MEGABYTE, network: 64 * MEGABYTE };

/** Files read at a time, before their sizes are known. */
const READING = { atOnce: 8, waiting: 1000, patienceMs: 10_000, full: stillBusyRefusal };

/** Time in milliseconds after which a download of which nothing is read is ended. */
const STALL_MS = 30_000;

/** Bounds the memory of downloads, and the time in which nothing of one is read. */
export function createDownloads(most = MOST_BYTES, stallMs = STALL_MS) {
  const held = new Map<string, number>();
  const inTurn = createBoundedQueue(READING);
  const add = (key: string, bytes: number): void => {
    const sum = (held.get(key) ?? 0) + bytes;
    if (sum === 0) held.delete(key);
    else held.set(key, sum);
  };
  return {
    /** Reads a file that is sent as the reply. @throws TooManyRequests while too much is unread */
    read: (request: FastifyRequest, reply: FastifyReply, read: () => Promise<Buffer | undefined>) =>
      inTurn(async () => {
        const network = `network ${networkOf(request.ip)}`;
        if ((held.get('all') ?? 0) > most.all || (held.get(network) ?? 0) > most.network)
          throw stillBusyRefusal();
        const file = await read();
        if (file === undefined) return undefined;
        for (const key of ['all', network]) add(key, file.length);
        reply.raw.setTimeout(stallMs, () => reply.raw.destroy());
        finished(reply.raw, () => {
          for (const key of ['all', network]) add(key, -file.length);
        });
        return file;
      }),
  };
}
