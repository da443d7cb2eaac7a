import { deriveWebStatus, type WebStatus } from '#form/progress/web-status.ts';
import type { GetProfileAnswer } from '#generated/api.ts';
import { hasScreenLock } from '../api/passkey-support.ts';
import { readNote, writeNote } from '../saving/tab-storage.ts';

/** State of the student (docs/behavior.md 3.4). */
export type StudentState = {
  readonly isLoggedIn: boolean;
  /** An e-mail address in lower case; empty when not logged in. */
  readonly username: string;
  readonly webStatus: WebStatus | null;
  /** Path of the page that was last reported to the server. */
  readonly lastPage: string | null;
  /** The same, until the student is back on it after the form was opened. */
  readonly returnTo: string | null;
  /** Successful log-ins, at least 1. */
  readonly numLogins: number;
  /** True while a passkey is offered. */
  readonly isOfferedPasskey: boolean;
  /** True once the student went from one page to another since the form was opened. */
  readonly hasChangedPage: boolean;
  /** The number of the submission; null before it. */
  readonly receipt: string | null;
  /** When it was submitted, in ISO; null before, and where the server does not say. */
  readonly submittedAt: string | null;
  /** The deadline of what is submitted, in ISO, and whether it was missed; null where none applied. */
  readonly timing: { readonly deadline: string; readonly isLate: boolean } | null;
  /** When this page last began to submit, by the clock of the server, without an answer yet; null for never. */
  readonly submitBegunAt: Date | null;
};

/** Somebody who is not logged in. */
export const ANONYMOUS_STUDENT: StudentState = {
  isLoggedIn: false,
  username: '',
  webStatus: null,
  lastPage: null,
  returnTo: null,
  numLogins: 1,
  isOfferedPasskey: false,
  hasChangedPage: false,
  receipt: null,
  submittedAt: null,
  timing: null,
  submitBegunAt: null,
};

/** The student of a profile. */
export function studentStateOf(profile: GetProfileAnswer): StudentState {
  return {
    ...ANONYMOUS_STUDENT,
    isLoggedIn: true,
    username: profile.username.toLowerCase(),
    webStatus: deriveWebStatus(profile.web_status),
    lastPage: profile.last_page,
    returnTo: profile.last_page,
    numLogins: Math.max(profile.successful_login.length, 1),
    ...submissionOf(profile),
  };
}

type SubmissionState = Pick<StudentState, 'receipt' | 'submittedAt' | 'timing'>;

/** Submission facts of a profile; all null before it. */
export function submissionOf(profile: GetProfileAnswer): SubmissionState {
  const submittedAt = profile.web_status.find((step) => step.web_status === 'submitted')?.at ?? null;
  return { receipt: profile.receipt, submittedAt, timing: timingIn(profile) };
}

/** Null where no deadline applied, or a server of an older version does not say. */
export function timingIn({
  deadline = null,
  late = false,
}: Pick<GetProfileAnswer, 'deadline' | 'late'>): StudentState['timing'] {
  return deadline === null ? null : { deadline, isLate: late };
}

const NAME = 'passkey-offer';

/** Whether to offer a passkey after the student's first log-in. */
export async function offersPasskey(numLogins: number): Promise<boolean> {
  return numLogins === 1 && readNote(NAME) === undefined && (await hasScreenLock());
}

/** From now on none is offered; the next log-in is not the first any more. */
export function declinePasskey(): void {
  writeNote(NAME, 'declined');
}
