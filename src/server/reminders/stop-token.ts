import type { ServerSecret } from '../storage/server-secret.ts';

/** 128 bits: out of reach of guessing. */
const BYTES = 16;

/** What lets anyone who has the mail stop the reminders of one student, and do nothing else. */
export function stopToken(secret: ServerSecret, studentId: string): string {
  return `${studentId}.${secret.sign(messageOf(studentId), BYTES).toString('base64url')}`;
}

/** The student of a token; undefined for one that this server did not sign. */
export function studentOfStopToken(secret: ServerSecret, token: string): string | undefined {
  const [studentId = '', signature = ''] = token.split('.', 2);
  const isSigned = secret.isSigned(messageOf(studentId), Buffer.from(signature, 'base64url'), BYTES);
  return isSigned ? studentId : undefined;
}

function messageOf(studentId: string): string {
  return `stop-reminders:${studentId}`;
}
