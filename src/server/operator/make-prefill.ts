import { questionsOf } from '#form/definition/form-part.ts';
import { checkPrefill } from '../prefill/check-prefill.ts';
import { addPrefill } from '../prefill/prefill-store.ts';
import { BY_OPERATOR } from '../audit/audit-trail.ts';
import { makeToken } from '../token.ts';
import { OperationFault } from './operation-fault.ts';
import type { OperationParts } from './operation-parts.ts';

const HOUR_MS = 3_600_000;

export type PrefillRequest = {
  readonly answers: Readonly<Record<string, unknown>>;
  /** How long the link is good for. */
  readonly hours: number;
};

/**
 * Keeps answers for a visitor and returns the token that opens them.
 *
 * @throws OperationFault that names each wrong key; then nothing is kept
 */
export async function makePrefill(
  parts: OperationParts,
  { answers, hours }: PrefillRequest,
): Promise<string> {
  const checked = checkPrefill(parts.questionnaire, answers, parts.clock());
  if (checked.kind === 'wrong') {
    const questions = questionsOf(parts.questionnaire.definition);
    const lines = Object.entries(checked.errors).map(([key, sentences]) => {
      const label = questions.get(key)?.fullLabel;
      return `  ${key}${label === undefined ? '' : ` (${label})`}: ${sentences.join(' ')}`;
    });
    throw new OperationFault(`Some answers are wrong, so no link was made:\n${lines.join('\n')}`);
  }
  const token = makeToken(parts.random);
  await addPrefill(parts.db, {
    token,
    partner: parts.partner,
    answers: checked.answers,
    expiresAt: new Date(parts.clock().getTime() + hours * HOUR_MS),
  });
  const detail = `made for ${hours} hours`;
  await parts.audit.record({ kind: 'prefill', username: '', client: BY_OPERATOR, result: 'ok', detail });
  return token;
}
