import { errorCodeOf } from '../http/error-log.ts';

/** Why a mail failed, in as few words as a figure is split by. */
export type MailFailure = 'connection' | 'tls' | 'login' | 'address' | 'refused' | 'other';

/** The codes of the library that speaks to the mail server, and Node's of the folder. */
const FAILURES: Readonly<Record<string, MailFailure>> = {
  ECONNECTION: 'connection',
  EDNS: 'connection',
  ESOCKET: 'connection',
  ETIMEDOUT: 'connection',
  EABORT: 'connection',
  ETLS: 'tls',
  EREQUIRETLS: 'tls',
  EAUTH: 'login',
  ENOAUTH: 'login',
  EENVELOPE: 'address',
  EMESSAGE: 'refused',
  EPROTOCOL: 'refused',
};

/** The reason of a mail that failed; `address` is one that the mail server refuses, of the student or of MAIL_FROM. */
export function mailFailureOf(error: unknown): MailFailure {
  return FAILURES[errorCodeOf(error)] ?? 'other';
}
