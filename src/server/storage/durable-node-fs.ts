import { fdatasyncSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { isRecord } from '#form/definition/is-record.ts';

/** What the embedded database hands to its file operations: only the host's file descriptor matters here. */
type OpenStream = { readonly nfd?: number };

/**
 * PGlite's folder on disk, with what it leaves out. Without fsync a commit is answered before it has reached the disk,
 * whatever `fsync` says; and each new file is given the mode that the engine asks for, mostly 0666, whatever the umask.
 */
export class DurableNodeFs extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const initialised = await super.init(...args);
    initialised.emscriptenOpts.preRun?.push((module) => {
      Object.assign(operationsOf(module.NODEFS, 'stream_ops'), { fsync: syncToDisk });
      const nodeOperations = operationsOf(module.NODEFS, 'node_ops');
      Object.assign(nodeOperations, { setattr: forOwnerAlone(nodeOperations['setattr']) });
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

/** A change of a file's attributes, of which others get no rights. */
function forOwnerAlone(setAttributes: unknown) {
  if (typeof setAttributes !== 'function') throw new Error(unknownPglite('node_ops.setattr'));
  return (node: unknown, { mode, ...rest }: { readonly mode?: number }): void =>
    void setAttributes(node, mode === undefined ? rest : { ...rest, mode: mode & ~0o077 });
}

/** The published type of the file system does not show them, so their presence is checked. */
function operationsOf(nodefs: object, name: 'stream_ops' | 'node_ops'): Record<string, unknown> {
  const operations: unknown = Reflect.get(nodefs, name);
  if (isRecord(operations)) return operations;
  throw new Error(unknownPglite(name));
}

function unknownPglite(part: string): string {
  return `This version of @electric-sql/pglite has no NODEFS.${part}: its files cannot be kept safe.`;
}
