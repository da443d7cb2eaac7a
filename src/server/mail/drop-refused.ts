import { errorCodeOf, type OnFault } from '../http/error-log.ts';
import type { PostMail } from './send-mail.ts';

/**
 * The same way of sending, but a mail whose address the mail server refuses for good is reported and not tried again: who
 * asks for a mailbox that is not there a few hundred times is taken for a sender of spam.
 */
export function dropRefused(sendMail: PostMail, onFault: OnFault): PostMail {
  return (mail, posting) =>
    sendMail(mail, posting).catch((error: unknown) => {
      if (!isRefusedForGood(error)) throw error;
      onFault('a mail to an address that is refused', error);
    });
}

/** What begins with 5 is final (RFC 5321, 4.2.1); of the address, not of the log-in at the mail server. */
function isRefusedForGood(error: unknown): boolean {
  if (errorCodeOf(error) !== 'EENVELOPE' || !(error instanceof Error) || !('responseCode' in error))
    return false;
  const status = Number(error.responseCode);
  return status >= 500 && status < 600;
}
