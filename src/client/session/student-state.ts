import type { Answers } from '#form/definition/definition.ts';
import { deriveWebStatus, type WebStatus } from '#form/progress/web-status.ts';
import type { GetProfileAnswer } from '#generated/api.ts';
import { hasScreenLock } from '../api/passkey-support.ts';
import { readNote, writeNote } from '../saving/session-storage.ts';

/** State of the student (docs/behavior.md 3.4). */
export type StudentState = {
  readonly isLoggedIn: boolean;
  /** Lowercase email address; empty when logged out. */
  readonly username: string;
  readonly webStatus: WebStatus | null;
  /** Path last reported to the server. */
  readonly lastPage: string | null;
  /** The same, until the student returns there after opening. */
  readonly returnTo: string | null;
  /** Successful log-ins, at least 1. */
  readonly numLogins: number;
  readonly isOfferedPasskey: boolean;
  /** Whether the student has changed pages since opening. */
  readonly hasChangedPage: boolean;
  /** Submission receipt number; null before. */
  readonly receipt: string | null;
  /** ISO submission time; null before, or from servers without it. */
  readonly submittedAt: string | null;
  /** ISO deadline and whether it was missed; null without one. */
  readonly timing: { readonly deadline: string; readonly isLate: boolean } | null;
  /** This application's cycle, the next and earlier ones. */
  readonly cycles: Pick<GetProfileAnswer, 'cycle' | 'next_cycle' | 'past_applications'>;
  /** Server time and answers of an unanswered submit from this page; null if none. */
  readonly submitBegun: { readonly at: Date; readonly answers: Answers } | null;
};

/** A visitor. */
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
  cycles: {},
  submitBegun: null,
};

/** Creates the state from a profile. */
export function studentStateOf(profile: GetProfileAnswer): StudentState {
  return {
    ...ANONYMOUS_STUDENT,
    isLoggedIn: true,
    username: profile.username.toLowerCase(),
    webStatus: deriveWebStatus(profile.web_status),
    lastPage: profile.last_page,
    returnTo: profile.last_page,
    numLogins: Math.max(profile.successful_login.length, 1),
    cycles: profile,
    ...submissionOf(profile),
  };
}

type SubmissionState = Pick<StudentState, 'receipt' | 'submittedAt' | 'timing'>;

/** Submission facts of a profile; all null before. */
export function submissionOf(profile: GetProfileAnswer): SubmissionState {
  const submittedAt = profile.web_status.find((step) => step.web_status === 'submitted')?.at ?? null;
  return { receipt: profile.receipt, submittedAt, timing: timingIn(profile) };
}

/** Returns null without a deadline, or from an older server. */
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

/** Stops offering a passkey; later log-ins offer none. */
export function declinePasskey(): void {
  writeNote(NAME, 'declined');
}
