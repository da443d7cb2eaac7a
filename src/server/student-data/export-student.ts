import { randomUUID } from 'node:crypto';
import type { GetOwnDataAnswer } from '#generated/api.ts';
import type { OptionsContext } from '#form/answers/option-lists.ts';
import type { FormDefinition, Question } from '#form/definition/definition.ts';
import { companionKey } from '#form/definition/answer.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { chosenLabels } from '#form/summary/answer-text.ts';
import { selectFormerAddresses, selectPlannedEmail } from '../accounts/email-change-store.ts';
import { exportMails } from '../accounts/mail-allowance.ts';
import { selectAccountToExport } from '#server/student-tables/account-store.ts';
import { selectApplicationToExport } from '#server/student-tables/application-store.ts';
import { selectPastApplications } from '#server/student-tables/cycle-store.ts';
import { selectDocumentsToExport } from '#server/student-tables/document-store.ts';
import { exportReminders } from '#server/student-tables/reminder-store.ts';
import { exportPasskeys } from '#server/student-tables/passkey-store.ts';
import { selectStatusSteps } from '#server/student-tables/status-store.ts';
import { selectSubmission } from '#server/student-tables/submission-store.ts';
import { exportLinks } from '../service/service-token-store.ts';
import { exportSessions } from '#server/student-tables/session-store.ts';
import type { Database } from '../database/database.ts';
import type { FileStore } from '../files/file-store.ts';
import { type StudentDataServices, trailAddressesOf } from './delete-student.ts';

/** More events than an address has, unless somebody calls in a loop. */
const MOST_EVENTS = 10_000;

/**
 * Exports a student's data as JSON, without secret hashes. Streams one file at a time.
 * @param by requester, for the audit trail
 * @returns undefined if no account has this address
 */
export async function exportStudent(
  parts: Omit<StudentDataServices, 'dataDir'>,
  username: string,
  by: string,
): Promise<AsyncGenerator<string> | undefined> {
  const { db, audit, clock, files, questionnaire } = parts;
  const known = await selectAccountToExport(db, username);
  if (known === undefined) return undefined;
  const { id, account, logins, signups } = known;
  const former = await selectFormerAddresses(db, id);
  const events = await audit.find({ addresses: await trailAddressesOf(db, username), limit: MOST_EVENTS });
  const place = randomUUID();
  const present = { definition: questionnaire.definition, now: clock(), place };
  const current = await exportOne(db, id, present);
  const past = [];
  for (const each of await selectPastApplications(db, id).execute())
    past.push(await exportOne(db, each.id, present));
  const exported: GetOwnDataAnswer = {
    exported_at: clock(),
    account,
    ...current.exported,
    past_applications: past.map((each) => each.exported),
    logins,
    signups,
    sessions: await exportSessions(db, id),
    passkeys: await exportPasskeys(db, id),
    mails: await exportMails(db, id),
    former_addresses: former,
    planned_address: (await selectPlannedEmail(db, id)) ?? null,
    events: events.map(({ operator: _operator, ...event }) => event),
  };
  // If the event cannot be recorded, nothing is exported.
  await audit.recordFirst({ kind: 'export', username, client: by });
  const pieces = escapeControls(JSON.stringify(exported, undefined, 2)).split(`"${place}"`);
  return fillIn(
    pieces,
    [current, ...past].flatMap(({ fileKeys }) => fileKeys),
    files,
  );
}

/** Escapes what JSON does not: terminals of operators would obey it. */
function escapeControls(json: string): string {
  return json.replaceAll(/[\u007f-\u009f]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
}

type Present = { readonly definition: FormDefinition; readonly now: Date; readonly place: string };

/** Exports the current or a past application, with a placeholder for each file. */
async function exportOne(db: Database, id: string, { definition, now, place }: Present) {
  const documents = await selectDocumentsToExport(db, id);
  const exported = {
    application: await exportApplication(db, id, definition, now),
    documents: documents.map(({ row }) => ({ ...row, file: place })),
    submission: await exportSubmission(db, id, definition),
    service_links: await exportLinks(db, id),
    reminders: await exportReminders(db, id),
  };
  return { exported, fileKeys: documents.map(({ fileKey }) => fileKey) };
}

/** Inserts files as base64, or null, between pieces of text, with one file in memory at a time. */
async function* fillIn(
  pieces: readonly string[],
  keys: readonly string[],
  files: Pick<FileStore, 'read'>,
): AsyncGenerator<string> {
  for (const [at, piece] of pieces.entries()) {
    yield piece;
    const key = keys[at];
    if (key !== undefined) yield JSON.stringify((await files.read(key))?.toString('base64') ?? null);
  }
}

async function exportApplication(db: Database, id: string, definition: FormDefinition, now: Date) {
  const application = await selectApplicationToExport(db, id);
  if (application === undefined) return null;
  const { answers, ...rest } = application;
  return {
    ...rest,
    web_status: await selectStatusSteps(db, id),
    answers: labelledAnswers(definition, { answers, now }),
  };
}

/** Uses the definition that was answered, which can differ from the current one. */
async function exportSubmission(db: Database, id: string, present: FormDefinition) {
  const submission = await selectSubmission(db, id, present);
  if (submission === undefined) return null;
  const { receipt, submittedAt: submitted_at, definition, answers, tabs, counts } = submission;
  const { deadline, isLate: is_late } = submission;
  const definition_hash = definition.hash;
  return {
    receipt,
    submitted_at,
    deadline,
    is_late,
    definition_hash,
    tabs,
    counts,
    answers: labelledAnswers(definition, { answers, now: submitted_at }),
  };
}

/** Returns the words of a choice without stored ones: a text, or a list for multiple choices. */
function chosenWords(definition: FormDefinition, question: Question, given: OptionsContext) {
  const labels = chosenLabels(definition, question, given);
  return question.type === 'array' && labels.length > 0 ? labels : labels[0];
}

/** Returns answers by key, with labels. For a choice, also the chosen words. */
export function labelledAnswers(definition: FormDefinition, given: OptionsContext): object {
  const { answers } = given;
  const questions = questionsOf(definition);
  const companions = new Set(Object.keys(answers).map(companionKey));
  const own = Object.entries(answers).filter(([key]) => !companions.has(key));
  return Object.fromEntries(
    own.map(([key, value]) => {
      const question = questions.get(key);
      const label = question?.fullLabel ?? null;
      const chosen = answers[companionKey(key)] ?? (question && chosenWords(definition, question, given));
      return [key, { label, value, ...(chosen === undefined ? {} : { chosen }) }];
    }),
  );
}
