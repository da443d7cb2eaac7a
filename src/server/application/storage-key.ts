import { createHmac } from 'node:crypto';

/**
 * The key with which a student's browser encrypts what is not saved yet. It follows from the server's secret, so that
 * nothing is stored, and the next log-in of the same student is given the same one, by every process on this database.
 */
export function storageKeyOf(secret: Buffer, studentId: string): string {
  return createHmac('sha256', secret).update(`storage:${studentId}`).digest('base64url');
}
