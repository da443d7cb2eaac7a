import { hasScreenLock } from '#client/api/passkey-support.ts';
import { readNote, writeNote } from '../saving/tab-storage.ts';

const NAME = 'passkey-offer';

/** Whether the first log-in of a student offers a passkey: on a device that can keep one, unless it was declined. */
export async function offersPasskey(numLogins: number): Promise<boolean> {
  return numLogins === 1 && readNote(NAME) === undefined && (await hasScreenLock());
}

/** From now on none is offered; the next log-in is not the first any more. */
export function declinePasskey(): void {
  writeNote(NAME, 'declined');
}
