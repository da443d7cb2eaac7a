import { selectUsername, selectStudentId } from '#server/student-tables/account-store.ts';
import { BY_OPERATOR } from '../audit/audit-trail.ts';
import { listPrefills, revokePrefill, addPrefill } from '../prefill/prefill-store.ts';
import {
  listServiceLinks,
  revokeServiceLinks,
  createServiceToken,
  serviceLinkName,
} from '../service/service-token-store.ts';
import type { LinkChoice } from './command-schema.ts';
import { OperationError, type OperationServices, type ReportProgress } from './operation-services.ts';
import type { OperationOf } from './operation-schemas.ts';
import { momentText, recordView, textTable } from './operator-report.ts';
import { selectSavedApplication } from '#server/student-tables/application-store.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { makeToken } from '../http/secret-token.ts';
import { checkAnswers } from '#form/answers/check-answers.ts';
import { withCompanions } from '#form/answers/with-companions.ts';
import type { Answers, AnswerValue } from '#form/definition/definition.ts';
import { validateAnswers } from '#form/validation/validate-answers.ts';
import type { Questionnaire } from '../settings/questionnaire.ts';

type LinkOperation = OperationOf<
  'service-link' | 'service-links' | 'revoke-service-links' | 'prefill' | 'prefills' | 'revoke-prefill'
>;

/** Makes, lists or ends links; an ended link opens nothing from then on. */
export function runLinkOperation(
  services: OperationServices,
  operation: LinkOperation,
  report?: ReportProgress,
): Promise<string> {
  switch (operation.kind) {
    case 'service-link':
      return printServiceLink(services, operation, report);
    case 'service-links':
      return showServiceLinks(services, operation.username);
    case 'revoke-service-links':
      return endServiceLinks(services, operation.link);
    case 'prefill':
      return printPrefillLink(services, operation, report);
    case 'prefills':
      return showPrefills(services);
    default:
      return endPrefill(services, operation.link);
  }
}

async function showServiceLinks(parts: OperationServices, username: string): Promise<string> {
  const links = await listServiceLinks(parts.db, parts.clock(), username);
  if (links.length === 0) return 'No link opens an application now.';
  await recordView(parts, username, 'links to applications');
  const rows = links.map((link) => [
    String(link.number),
    link.username,
    link.made_for ?? '',
    momentText(link.created_at),
    momentText(link.expires_at),
  ]);
  return textTable(['Number', 'Application of', 'For', 'Made (UTC)', 'Valid until (UTC)'], rows);
}

async function endServiceLinks({ db, audit }: OperationServices, choice: LinkChoice): Promise<string> {
  const ended = await db.transaction().execute(async (transaction) => {
    const links = await revokeServiceLinks(transaction, choice);
    for (const { number, studentId } of links) {
      const username = (await selectUsername(transaction, studentId)) ?? '';
      const event = { kind: 'service-view', username, client: BY_OPERATOR, result: 'ok' } as const;
      await audit.record({ ...event, detail: `link ${number} revoked` }, transaction);
    }
    return links.map(({ number }) => number);
  });
  return revokedText(ended);
}

async function showPrefills({ db, clock }: OperationServices): Promise<string> {
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

async function endPrefill(
  { db, audit }: OperationServices,
  choice: LinkChoice<'number' | 'token'>,
): Promise<string> {
  const ended = await db.transaction().execute(async (transaction) => {
    const number = await revokePrefill(transaction, choice);
    if (number === undefined) return [];
    const event = { kind: 'prefill', username: '', client: BY_OPERATOR, result: 'ok' } as const;
    await audit.record({ ...event, detail: `link ${number} revoked` }, transaction);
    return [number];
  });
  return revokedText(ended);
}

function revokedText(numbers: readonly number[]): string {
  if (numbers.length === 0) throw new OperationError('There is no such link, or it has ended already.');
  return `Revoked ${numbers.length === 1 ? 'link' : 'links'} ${numbers.join(', ')}.`;
}

const HOUR_MS = 3_600_000;

/**
 * Makes a link to the service view of one application.
 *
 * @throws OperationError when the address has no application
 */
export async function makeServiceLink(
  parts: OperationServices,
  { username, hours, madeFor }: Omit<OperationOf<'service-link'>, 'kind'>,
): Promise<string> {
  const student = await selectStudentId(parts.db, username).executeTakeFirst();
  const application = student && (await selectSavedApplication(parts.db, student.id));
  if (!application) throw new OperationError(`${username} has no application.`);
  const link = { studentId: student.id, purpose: 'link', lifeMs: hours * HOUR_MS } as const;
  const token = await parts.db.transaction().execute(async (db) => {
    const made = await createServiceToken({ ...parts, db }, { ...link, ...(madeFor !== '' && { madeFor }) });
    const name = serviceLinkName({ number: made.number, madeFor: madeFor || null });
    const event = { kind: 'service-view', username, client: BY_OPERATOR, result: 'ok' } as const;
    await parts.audit.record({ ...event, detail: `${name} made for ${hours} hours` }, db);
    return made.token;
  });
  return `${parts.publicOrigin()}/?service_token=${token}`;
}

type PrefillRequest = {
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
  parts: OperationServices,
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

type CheckedPrefill =
  | { readonly kind: 'right'; readonly answers: Answers }
  /** Question key → sentences. */
  | { readonly kind: 'wrong'; readonly errors: Readonly<Record<string, readonly string[]>> };

/**
 * Checks answers that are to wait for a visitor: each key is a question, each value one that the question takes.
 * What is left out is not asked for. Labels are those that follow from the answers. All faults are reported at once.
 */
function checkPrefill(
  { definition, validators }: Pick<Questionnaire, 'definition' | 'validators'>,
  posted: Readonly<Record<string, unknown>>,
  now: Date,
): CheckedPrefill {
  const unfit = checkAnswers(definition, posted);
  // checkAnswers has looked at every key and value; where it found nothing, the value has the type of an answer.
  const isFit = (entry: [string, unknown]): entry is [string, AnswerValue] => !Object.hasOwn(unfit, entry[0]);
  const answers: Answers = Object.fromEntries(Object.entries(posted).filter(isFit));
  const state = { answers, tabs: {}, counts: {} };
  const found = Object.entries(validateAnswers({ definition, state, validators, now }));
  const wrong = found.filter(([key]) => Object.hasOwn(answers, key) && answers[key] !== '');
  const errors = { ...unfit, ...Object.fromEntries(wrong) };
  if (Object.keys(errors).length > 0) return { kind: 'wrong', errors };
  return { kind: 'right', answers: withCompanions(definition, answers, { answers, now }) };
}

/** The result is the link alone, so that a script can use it; how long it is valid is reported next to it. */
async function printServiceLink(
  parts: OperationServices,
  request: OperationOf<'service-link'>,
  report?: ReportProgress,
) {
  const link = await makeServiceLink(parts, request);
  report?.(`${validUntil(parts.clock(), request.hours)} Anyone who has this link can read the application.`);
  return link;
}

async function printPrefillLink(
  parts: OperationServices,
  request: OperationOf<'prefill'>,
  report?: ReportProgress,
) {
  const token = await makePrefill(parts, request);
  report?.(
    `${validUntil(parts.clock(), request.hours)} The first visitor who opens this link gets the answers.`,
  );
  return `${parts.publicOrigin()}/?token=${token}`;
}

function validUntil(now: Date, hours: number): string {
  return `Valid until ${momentText(new Date(now.getTime() + hours * HOUR_MS))} UTC.`;
}
