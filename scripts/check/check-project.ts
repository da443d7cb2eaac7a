import type { CompiledSchemas } from '#compiler/compile-schemas.ts';
import { proveSchemas } from '#compiler/prove-schemas.ts';
import { FaultList, isError } from '#compiler/source/fault.ts';
import { PROJECT_PATHS } from '#compiler/source/schema-paths.ts';
import { olderSchemas } from '../changes/older-schemas.ts';
import { undeclaredFaults } from '../changes/undeclared.ts';
import { pastDeadlines } from './past-deadlines.ts';

export type CheckedProject = CompiledSchemas & {
  /** Forms of an earlier commit; absent if there is nothing to compare with. */
  readonly older?: CompiledSchemas['partners'];
  /** Why there is nothing to compare with. */
  readonly notCompared?: string;
};

/**
 * Finds all faults of a questionnaire, for `npm run check` and the studio.
 *
 * @param since the commit since which removals must be declared
 */
export async function checkProject(
  folder: string = PROJECT_PATHS.schemasFolder,
  since = 'HEAD',
): Promise<CheckedProject> {
  const { partners, faults } = await proveSchemas(folder);
  // Incomplete compilation would cause false removals.
  if (faults.some(isError)) return { partners, faults };
  const before = folder === PROJECT_PATHS.schemasFolder ? olderSchemas(since, folder) : undefined;
  const older = before?.kind === 'older' ? before.partners : undefined;
  const today = new Date().toISOString().slice(0, 10);
  const all = new FaultList();
  for (const fault of [
    ...faults,
    ...pastDeadlines(partners, new Date()),
    ...(older ? undeclaredFaults(older, partners, today) : []),
  ])
    all.add(fault);
  const notCompared = before?.kind === 'unknown' && { notCompared: before.sentence };
  return { partners, faults: all.sorted(), ...(older && { older }), ...notCompared };
}
