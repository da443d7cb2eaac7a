import { OperationError } from '#server/http/operation-error.ts';
import type { SchoolDirectories } from '../lookup/school-directories.ts';
import type { Randomness } from '../http/secret-token.ts';
import type { StudentDataServices } from '../student-data/delete-student.ts';
import type { OpenedFiles } from '../files/open-files.ts';
import type { JobQueue } from '../jobs/jobs.ts';
import { type ApplicationFilter, inCycle, selectCycles } from '#server/student-tables/cycle-store.ts';

/** Services of operator commands, in the server or in their own process. */
export type OperationServices = StudentDataServices & {
  readonly files: OpenedFiles;
  /** Queue for PDF copies and mails; absent without workers. */
  readonly jobs?: Pick<JobQueue, 'send' | 'sendMailJob' | 'wake'>;
  /** School directories to reload; absent without searches. */
  readonly directories?: Pick<SchoolDirectories, 'load'>;
  /** PostgreSQL URL; undefined: the embedded database in `dataDir`. */
  readonly databaseUrl?: string | undefined;
  readonly partner: string;
  /** Origin of links. */
  readonly publicOrigin: () => string;
  readonly random: Randomness;
};

/** Receives lines before the result. Progress of a long command, or expiry of a link. */
export type ReportProgress = (progress: string) => void;

/**
 * Returns the filter for a typed cycle: `current` is the form's, and everything in a form without cycles.
 *
 * @throws OperationError that lists the cycles, if there is no such cycle
 */
export async function requireCycle(
  { db, questionnaire }: Pick<OperationServices, 'db' | 'questionnaire'>,
  cycle: string,
): Promise<ApplicationFilter> {
  const present = questionnaire.definition.cycle;
  if (cycle === 'all' || (cycle === 'current' && !present)) return inCycle(present, undefined);
  const cycles = [...new Set([present?.name ?? '', ...(await selectCycles(db, present))])];
  const wanted =
    cycle === 'current' ? present?.name : cycles.find((name) => withHyphens(name) === withHyphens(cycle));
  if (wanted !== undefined) return inCycle(present, wanted);
  const known = cycles.map((name) => `"${name}"`).join(', ');
  throw new OperationError(`There is no cycle "${cycle}", only ${known}.`);
}

/** Keyboards have no dash as in 2027–28. */
function withHyphens(name: string): string {
  return name.replaceAll(/[–—]/g, '-');
}
