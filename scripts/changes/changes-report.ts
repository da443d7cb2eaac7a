import type { CompiledSchemas } from '#compiler/compile-schemas.ts';
import { isRecord } from '#form/definition/own-property.ts';
import { whoCanSubmit } from '../check/who-can-submit.ts';
import { allChanges, partnersOnlyIn } from './all-changes.ts';
import type { Counts } from './counts.ts';
import { changesMarkdown } from './markdown.ts';
import { undeclaredFaults } from './undeclared.ts';

type Partners = CompiledSchemas['partners'];

/** Reports changes between two versions as Markdown; incomplete with undeclared removals. */
export function changesReport(
  before: Partners,
  after: Partners,
  counts: Counts | undefined,
): { readonly markdown: string; readonly isComplete: boolean } {
  const changes = before === after ? [] : allChanges(before, after, new Date());
  const partners = new Map([...after].map(([name, { settings }]) => [name, nameOf(name, settings)]));
  const remarks = [
    ...partnersOnlyIn(after, before).map((name) => `The partner ${partners.get(name) ?? name} is new.`),
    ...partnersOnlyIn(before, after).map((name) => `The partner "${name}" is no longer there.`),
  ];
  const students = whoCanSubmit(after, before === after ? undefined : before);
  const undeclared = undeclaredFaults(before, after, new Date().toISOString().slice(0, 10));
  const markdown = changesMarkdown({ changes, partners, counts, remarks, students, undeclared });
  return { markdown, isComplete: undeclared.length === 0 };
}

export function nameOf(file: string, settings: unknown): string {
  return isRecord(settings) && typeof settings['name'] === 'string' ? settings['name'] : file;
}
