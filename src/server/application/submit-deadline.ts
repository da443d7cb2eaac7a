import { refusalText } from '#form/deadlines/deadline-text.ts';
import { deadlinesOf, isNearEnd, type Timing, timingOf } from '#form/deadlines/deadlines.ts';
import type { Answers, Partner } from '#form/definition/definition.ts';
import { readApplication } from '#server/moves/moved-application.ts';
import { Refusal } from '../http/refusal.ts';
import { noteSubmitBegun } from '#server/student-tables/application-store.ts';
import type { ApplicationServices } from './application-services.ts';

/**
 * Notes that a student begins to submit in time, so that it counts as that should it fail and be tried again. By itself,
 * because what fails is rolled back; and only around a deadline, where it may decide.
 */
export async function noteBegun(parts: ApplicationServices, studentId: string, now: Date): Promise<void> {
  const deadlines = deadlinesOf(parts.questionnaire.partner);
  if (deadlines === undefined) return;
  const { answers } = await readApplication(parts, studentId);
  if (isNearEnd(deadlines, answers, now)) await noteSubmitBegun(parts.db, studentId, now);
}

/** Whether what is submitted now comes late; undefined where no deadline applies. */
export function submissionTiming(
  partner: Partner,
  answers: Answers,
  times: { readonly now: Date; readonly begunAt: Date | null },
): Timing | undefined {
  const deadlines = deadlinesOf(partner);
  return deadlines && timingOf(deadlines, answers, times);
}

/** Whether the partner takes nothing that comes so late. */
export function isTooLate(partner: Partner, timing: Timing | undefined): boolean {
  return timing?.isLate === true && deadlinesOf(partner)?.afterDeadline === 'refuse';
}

/** The 403 of what comes too late (decision 22). */
export function tooLateRefusal(partner: Partner, { deadline }: Timing, now: Date): Refusal {
  const deadlines = deadlinesOf(partner);
  const sentence = deadlines ? refusalText(deadlines, deadline, now) : '';
  return new Refusal(403, sentence, { deadline: 'past' });
}
