import { questionsOf } from '#form/definition/form-part.ts';
import { checkPrefill } from '../prefill/check-prefill.ts';
import { addPrefill } from '../prefill/prefill-store.ts';
import { BY_OPERATOR } from '../audit/audit-trail.ts';
import { makeToken } from '../http/secret-token.ts';
import { OperationError } from './operation-error.ts';
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
 * @throws OperationError that names each wrong key; then nothing is kept
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
    throw new OperationError(`Some answers are wrong, so no link was made:\n${lines.join('\n')}`);
  }
  const token = makeToken(parts.random);
  const createdAt = parts.clock();
  const prefill = {
    token,
    partner: parts.partner,
    answers: checked.answers,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + hours * HOUR_MS),
  };
  await parts.db.transaction().execute(async (transaction) => {
    const detail = `link ${await addPrefill(transaction, prefill)} made for ${hours} hours`;
    const event = { kind: 'prefill', username: '', client: BY_OPERATOR, result: 'ok', detail } as const;
    await parts.audit.record(event, transaction);
  });
  return token;
}
