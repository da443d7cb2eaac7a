import { setTimeout as delay } from 'node:timers/promises';
import type { Job, PgBoss } from 'pg-boss';
import type { OnFault } from '../http/error-log.ts';

const AGAIN_MS = 500;

/**
 * Ends a job whose work is done and must not be done twice. Until that is written it counts as under way, and would run again:
 * so a database that is away is waited for, as long as the job is this server's.
 */
export async function endSurely(
  boss: Pick<PgBoss, 'deleteJob'>,
  { id, name, signal }: Pick<Job, 'id' | 'name' | 'signal'>,
  onFault: OnFault,
): Promise<void> {
  for (;;) {
    try {
      await boss.deleteJob(name, id);
      return;
    } catch (error) {
      if (signal.aborted) throw error;
      onFault(`job ${name}, which is done`, error);
      await delay(AGAIN_MS);
    }
  }
}
