import type { StudioChange, StudioChanges } from '#studio/studio-data.ts';
import type { Change } from '#compiler/changes/change.ts';
import { changesBetween } from '#compiler/changes/changes-between.ts';
import { comparedOf } from '#compiler/changes/compared.ts';
import type { CompiledPartner } from '#compiler/compile/compile-partner.ts';
import { PROJECT_ROOT } from '#compiler/source/schema-paths.ts';
import { olderSchemas } from '#scripts/changes/older-schemas.ts';

/** What students of a partner meet otherwise than where this branch left main. */
export function changesSinceMain(partner: CompiledPartner, name: string, now: Date): StudioChanges {
  const older = olderSchemas(undefined, PROJECT_ROOT);
  if (older.kind === 'unknown') return { list: [], reason: older.sentence };
  const before = older.kind === 'older' ? older.partners.get(name) : undefined;
  if (!before) return { list: [] };
  const changes = changesBetween(comparedOf(before, name), comparedOf(partner, name), now);
  return { list: changes.map(changeOf) };
}

function changeOf({ heading, sentence, witness, ...change }: Change): StudioChange {
  const node = nodeOf(change);
  return { heading, sentence, ...(node !== undefined && { node }), ...(witness && { witness }) };
}

/** What is gone was in something that mostly is still there. */
function nodeOf({ before, after }: Pick<Change, 'before' | 'after'>): string | undefined {
  const part = after ?? (before && { ...before, key: undefined });
  if (!part || part.isCard) return undefined;
  return part.key ?? (part.section === undefined ? `page-${part.page}` : `section-${part.section}`);
}
