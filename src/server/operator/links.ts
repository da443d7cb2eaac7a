import { OperationError } from '#server/http/operation-error.ts';
import { counted } from '#form/summary/counted.ts';
import { selectUsername, selectStudentId } from '#server/student-tables/account-store.ts';
import { listPrefills, revokePrefill, addPrefill } from '../prefill/prefill-store.ts';
import {
  listServiceLinks,
  revokeServiceLinks,
  createServiceToken,
  serviceLinkName,
} from '../service/service-token-store.ts';
import { type OperationServices, type ReportProgress, requireCycle } from './operation-services.ts';
import type { OperationOf } from './operation-schemas.ts';
import { momentText, operatorEvent, recordView, textTable } from './operator-report.ts';
import { cycleOfRow, selectIdInCycle } from '#server/student-tables/cycle-store.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { makeToken } from '../http/secret-token.ts';
import { checkAnswers } from '#form/answers/check-answers.ts';
import { withCompanions } from '#form/answers/with-companions.ts';
import type { Answers, AnswerValue } from '#form/definition/definition.ts';
import { validateAnswers } from '#form/validation/validate-answers.ts';
import type { Questionnaire } from '../settings/questionnaire.ts';

/** Lists the active links to applications as a table. */
export async function showServiceLinks(
  parts: OperationServices,
  { username, cycle }: OperationOf<'service-links'>,
): Promise<string> {
  const filter = await requireCycle(parts, cycle);
  const range = { username, cycle: cycleOfRow(parts.questionnaire.definition.cycle), filter };
  const links = await listServiceLinks(parts.db, parts.clock(), range);
  if (links.length === 0) return 'No link opens an application now.';
  await recordView(parts, username, 'links to applications');
  const rows = links.map((link) => [
    String(link.number),
    link.username,
    link.made_for ?? '',
    momentText(link.created_at),
    momentText(link.expires_at),
    link.cycle,
  ]);
  return textTable(['Number', 'Application of', 'For', 'Made (UTC)', 'Valid until (UTC)', 'Cycle'], rows);
}

/** Revokes links to applications. */
export async function endServiceLinks(
  { db, audit }: OperationServices,
  { link: choice }: OperationOf<'revoke-service-links'>,
): Promise<string> {
  const ended = await db.transaction().execute(async (transaction) => {
    const links = await revokeServiceLinks(transaction, choice);
    for (const { number, studentId } of links) {
      const username = await selectUsername(transaction, studentId);
      const detail = `link ${number} revoked`;
      await audit.record(operatorEvent('service-view', { username, detail }), transaction);
    }
    return links.map(({ number }) => number);
  });
  return revokedText(ended);
}

/** Lists the active links with answers as a table. */
export async function showPrefills({ db, clock }: OperationServices): Promise<string> {
  const links = await listPrefills(db, clock());
  if (links.length === 0) return 'No link has answers now.';
  const rows = links.map((link) => [
    String(link.number),
    link.partner,
    link.created_at === null ? '' : momentText(link.created_at),
    momentText(link.expires_at),
    link.claimed_at === null ? '' : momentText(link.claimed_at),
  ]);
  return textTable(['Number', 'Partner', 'Made (UTC)', 'Valid until (UTC)', 'Opened (UTC)'], rows);
}

/** Revokes a link with answers. */
export async function endPrefill(
  { db, audit }: OperationServices,
  { link: choice }: OperationOf<'revoke-prefill'>,
): Promise<string> {
  const ended = await db.transaction().execute(async (transaction) => {
    const number = await revokePrefill(transaction, choice);
    if (number === undefined) return [];
    await audit.record(operatorEvent('prefill', { detail: `link ${number} revoked` }), transaction);
    return [number];
  });
  return revokedText(ended);
}

function revokedText(numbers: readonly number[]): string {
  if (numbers.length === 0) throw new OperationError('There is no such link, or it has ended already.');
  return `Revoked ${counted(numbers.length, 'link')}: ${numbers.join(', ')}.`;
}

const HOUR_MS = 3_600_000;

/**
 * Creates a link to an application's service view. Prints only the link, for scripts; its expiry is reported separately.
 * @throws OperationError if the address has none
 */
export async function makeServiceLink(
  parts: OperationServices,
  { username, hours, madeFor, cycle }: Omit<OperationOf<'service-link'>, 'kind'>,
  report: ReportProgress = () => undefined,
): Promise<string> {
  const student = await selectStudentId(parts.db, username).executeTakeFirst();
  // The current application can be of an earlier cycle.
  const filter = await requireCycle(parts, cycle === 'current' ? 'all' : cycle);
  const studentId = student && (await selectIdInCycle(parts.db, student.id, filter));
  if (studentId === undefined) throw new OperationError(`${username} has no application.`);
  const link = { studentId, purpose: 'link', lifeMs: hours * HOUR_MS } as const;
  const token = await parts.db.transaction().execute(async (db) => {
    const made = await createServiceToken({ ...parts, db }, { ...link, ...(madeFor !== '' && { madeFor }) });
    const name = serviceLinkName({ number: made.number, madeFor: madeFor || null });
    const detail = `${name} made for ${hours} hours`;
    await parts.audit.record(operatorEvent('service-view', { username, detail }), db);
    return made.token;
  });
  report(`${validUntil(parts.clock(), hours)} Anyone who has this link can read the application.`);
  return `${parts.publicOrigin()}/?service_token=${token}`;
}

/** Stores answers for a visitor. Prints only their link. @throws OperationError that names each wrong key */
export async function makePrefill(
  { audit, clock, db, partner, publicOrigin, questionnaire, random }: OperationServices,
  { answers, hours }: Omit<OperationOf<'prefill'>, 'kind'>,
  report: ReportProgress = () => undefined,
): Promise<string> {
  const createdAt = clock();
  const prefill = {
    token: makeToken(random),
    partner,
    answers: requirePrefill(questionnaire, answers, createdAt),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + hours * HOUR_MS),
  };
  await db.transaction().execute(async (transaction) => {
    const detail = `link ${await addPrefill(transaction, prefill)} made for ${hours} hours`;
    await audit.record(operatorEvent('prefill', { detail }), transaction);
  });
  report(`${validUntil(createdAt, hours)} The first visitor who opens this link gets the answers.`);
  return `${publicOrigin()}/?token=${prefill.token}`;
}

/** Validates prefilled answers, except for missing ones. @returns them with their derived labels */
function requirePrefill(
  { definition, validators }: Questionnaire,
  posted: Readonly<Record<string, unknown>>,
  now: Date,
): Answers {
  const unfit = checkAnswers(definition, posted);
  // checkAnswers validated every key and value: without errors, each value is an answer.
  const isFit = (entry: [string, unknown]): entry is [string, AnswerValue] => !Object.hasOwn(unfit, entry[0]);
  const answers: Answers = Object.fromEntries(Object.entries(posted).filter(isFit));
  const state = { answers, tabs: {}, counts: {} };
  const found = Object.entries(validateAnswers({ definition, state, validators, now }));
  const wrong = found.filter(([key]) => Object.hasOwn(answers, key) && answers[key] !== '');
  const lines = [...Object.entries(unfit), ...wrong].map(([key, sentences]) => {
    const label = questionsOf(definition).get(key)?.fullLabel;
    return `  ${key}${label === undefined ? '' : ` (${label})`}: ${sentences.join(' ')}`;
  });
  if (lines.length === 0) return withCompanions(definition, answers, { answers, now });
  throw new OperationError(`Some answers are wrong, so no link was made:\n${lines.join('\n')}`);
}

function validUntil(now: Date, hours: number): string {
  return `Valid until ${momentText(new Date(now.getTime() + hours * HOUR_MS))} UTC.`;
}
