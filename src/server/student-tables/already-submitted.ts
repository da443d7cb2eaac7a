import { Refusal } from '#server/refusal.ts';

const SUBMITTED = 'Your application was already submitted, so it cannot be changed any more.';

/**
 * The 409 of everything that would change an application after it was submitted. Its status sets it apart
 * from other conflicts, so that a page that was left open shows the student that all is done.
 */
export function alreadySubmittedRefusal(): Refusal {
  return new Refusal(409, SUBMITTED, { web_status: 'submitted' });
}
