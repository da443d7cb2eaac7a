import { createFindWeakness } from '#form/passwords/guessable-password.ts';
import type { Partner } from '#form/definition/definition.ts';
import { Refusal } from '../refusal.ts';

/** Refuses with 422 a new password that is easy to guess; the page knows the same rule. */
export type CheckPassword = (password: string, username: string) => void;

export function createCheckPassword(partner: Partner): CheckPassword {
  const findWeakness = createFindWeakness(partner);
  return (password, username) => {
    const reason = findWeakness(password, username);
    if (reason !== undefined) throw new Refusal(422, reason, { errors: { password: [reason] } });
  };
}
