import type { TrailAddress } from '../audit/audit-trail.ts';
import { selectFormerAddresses } from '../accounts/email-change-store.ts';
import type { Database } from '../storage/database.ts';
import { selectStudentId } from '#server/student-tables/account-store.ts';

/**
 * The addresses under which the audit trail names a student: that of today first. A former one names this student alone,
 * unless somebody else has it now: what came after it was given up is theirs.
 */
export async function trailAddressesOf(db: Database, username: string): Promise<readonly TrailAddress[]> {
  const student = await selectStudentId(db, username).executeTakeFirst();
  const former = student === undefined ? [] : await selectFormerAddresses(db, student.id);
  const theirs = former.map(async ({ email, until }) => {
    const other = await selectStudentId(db, email).executeTakeFirst();
    return other === undefined ? { email } : { email, until };
  });
  return [{ email: username }, ...(await Promise.all(theirs))];
}
