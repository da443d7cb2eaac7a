import { Refusal } from '../refusal.ts';

/** The 409 of everything that would change an application after it was submitted. */
export function alreadySubmitted(): Refusal {
  return new Refusal(409, 'Your application was already submitted, so it cannot be changed any more.');
}
