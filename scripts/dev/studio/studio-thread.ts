import { parentPort } from 'node:worker_threads';
import type { StudioData } from '#client/studio/studio-data.ts';
import { type CompiledSchemas, compileSchemas } from '#compiler/compile-schemas.ts';
import { isError } from '#compiler/source/fault.ts';
import { inventedStudents } from './invented-students.ts';
import { questionTree } from './question-tree.ts';

/** What the thread is asked for: a part of what the studio shows of a partner. */
export type StudioWork = {
  readonly kind: 'tree' | 'personas';
  /** Counts the edits: what was compiled for one is used until the next. */
  readonly version: number;
  readonly partner: string;
};

let last: { readonly version: number; readonly compiled: CompiledSchemas } | undefined;

/** As it is written now. While it has faults, what of it could be compiled. */
function compiledAt(version: number): CompiledSchemas {
  if (last?.version !== version) last = { version, compiled: compileSchemas() };
  return last.compiled;
}

function partOf({ kind, version, partner: name }: StudioWork): Partial<StudioData> {
  const { partners, faults } = compiledAt(version);
  const partner = partners.get(name) ?? partners.values().next().value;
  // Of files that cannot be read nothing is known; what was known stays.
  if (!partner) return {};
  if (kind === 'personas') {
    return faults.some(isError) ? {} : { personas: inventedStudents(partner, new Date()) };
  }
  const named = [...partners].map(([each, { settings }]) => ({ name: each, title: titleOf(settings, each) }));
  return {
    partners: named,
    partner: partners.has(name) ? name : (named[0]?.name ?? ''),
    tree: questionTree(partner),
  };
}

function titleOf(settings: unknown, name: string): string {
  const { name: title }: { readonly name?: unknown } = Object(settings);
  return typeof title === 'string' ? title : name;
}

parentPort?.on('message', (work: StudioWork) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
  parentPort?.postMessage(partOf(work));
});
