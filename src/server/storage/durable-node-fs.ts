import { fdatasyncSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { isRecord } from '#form/definition/is-record.ts';

/** What the embedded database hands to its file operations: only the host's file descriptor matters here. */
type OpenStream = { readonly nfd?: number };

/**
 * PGlite's folder on disk, with the one thing it leaves out: fsync. Without this class a commit is
 * answered before it has reached the disk, whatever `fsync` says.
 */
export class DurableNodeFs extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const initialised = await super.init(...args);
    initialised.emscriptenOpts.preRun?.push((module) => {
      Object.assign(streamOperations(module.NODEFS), { fsync: syncToDisk });
    });
    return initialised;
  }
}

/** PGlite's own start parameters without the switch that turns fsync off, and with a sync that {@link DurableNodeFs} sees. */
export function durableStartParams(cacheMegabytes: number = 128): string[] {
  return PGlite.defaultStartParams
    .filter((param) => param !== '-F')
    .concat('-c', 'wal_sync_method=fsync', '-c', `shared_buffers=${cacheMegabytes}MB`);
}

function syncToDisk(stream: OpenStream): number {
  if (stream.nfd !== undefined) fdatasyncSync(stream.nfd);
  return 0;
}

/** The published type of the file system does not show `stream_ops`, so its presence is checked. */
function streamOperations(nodefs: object): object {
  if ('stream_ops' in nodefs && isRecord(nodefs.stream_ops)) return nodefs.stream_ops;
  throw new Error(
    'This version of @electric-sql/pglite has no NODEFS.stream_ops: fsync cannot be installed.',
  );
}
