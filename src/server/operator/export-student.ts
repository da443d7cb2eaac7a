import type { Answers, FormDefinition } from '#form/definition/definition.ts';
import { companionKey } from '#form/definition/answer.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { OPERATOR } from '../audit/audit-trail.ts';
import type { Tables } from '../storage/tables.ts';
import { OperationFault } from './operation-fault.ts';
import type { OperationParts } from './operation-parts.ts';
import { exportDocuments } from './student-files.ts';

/** More events than any address has. */
const ALL_EVENTS = 1_000_000;

type Id = { readonly id: string };

/**
 * All that is known of a student, as one object for JSON: the account, answers by key and label, documents with their
 * files, what was submitted, sessions and events. Without secrets: no hash of a password, code or token.
 *
 * @throws OperationFault when no account has this address
 */
export async function exportStudent(parts: OperationParts, username: string): Promise<object> {
  const { db, audit, clock, questionnaire } = parts;
  const student = await db
    .selectFrom('student')
    .select(['id', 'username', 'created_at', 'confirmed_at'])
    .where('username', '=', username)
    .executeTakeFirst();
  if (student === undefined) throw new OperationFault(`No account has the address ${username}.`);
  const exported = {
    exported_at: clock(),
    account: { ...student, id: undefined },
    application: await exportApplication(parts, student, questionnaire.definition),
    documents: await exportDocuments(parts, student),
    submission: await exportSubmission(parts, student),
    logins: await rowsOf(parts, 'login', student, ['at']),
    signups: await rowsOf(parts, 'signup_attempt', student, ['created_at']),
    sessions: await rowsOf(parts, 'session', student, ['created_at', 'seen_at']),
    service_links: await rowsOf(parts, 'service_token', student, ['purpose', 'created_at', 'expires_at']),
    mails: await rowsOf(parts, 'account_mail', student, ['sent_at']),
    events: await audit.of(username, ALL_EVENTS),
  };
  await audit.record({ kind: 'export', username, client: OPERATOR, result: 'ok' });
  return exported;
}

type TimeTable = 'login' | 'signup_attempt' | 'session' | 'service_token' | 'account_mail';

function rowsOf<Table extends TimeTable>(
  { db }: OperationParts,
  table: Table,
  { id }: Id,
  columns: readonly (keyof Tables[Table] & string)[],
): Promise<object[]> {
  return db
    .selectFrom<TimeTable>(table)
    .select(columns.map((column) => db.dynamic.ref(column)))
    .where('student_id', '=', id)
    .execute();
}

async function exportApplication({ db }: OperationParts, { id }: Id, definition: FormDefinition) {
  const application = await db
    .selectFrom('application')
    .select(['answers', 'version', 'last_page', 'tabs', 'counts', 'validations', 'submitted_at'])
    .where('student_id', '=', id)
    .executeTakeFirst();
  if (application === undefined) return null;
  const { answers, ...rest } = application;
  const steps = await db
    .selectFrom('web_status')
    .select(['web_status', 'at'])
    .where('student_id', '=', id)
    .orderBy('at')
    .execute();
  return { ...rest, web_status: steps, answers: labelled(definition, answers) };
}

/** By the definition that was answered, which may differ from today's. */
async function exportSubmission({ db }: OperationParts, { id }: Id) {
  const submission = await db
    .selectFrom('submission')
    .innerJoin('definition', 'definition.hash', 'submission.definition_hash')
    .select([
      'receipt',
      'submitted_at',
      'definition_hash',
      'submission.answers',
      'tabs',
      'counts',
      'definition.definition',
    ])
    .where('student_id', '=', id)
    .executeTakeFirst();
  if (submission === undefined) return null;
  const { answers, definition, ...rest } = submission;
  return { ...rest, answers: labelled(isForm(definition) ? definition : undefined, answers) };
}

function isForm(definition: object): definition is FormDefinition {
  return 'pages' in definition && Array.isArray(definition.pages);
}

/** Each answer under its key, with what was asked and, for a choice, the words of what was chosen. */
export function labelled(definition: FormDefinition | undefined, answers: Answers): object {
  const questions = definition === undefined ? undefined : questionsOf(definition);
  const companions = new Set(Object.keys(answers).map(companionKey));
  const own = Object.entries(answers).filter(([key]) => !companions.has(key));
  return Object.fromEntries(
    own.map(([key, value]) => {
      const label = questions?.get(key)?.fullLabel ?? null;
      const chosen = answers[companionKey(key)];
      return [key, { label, value, ...(chosen === undefined ? {} : { chosen }) }];
    }),
  );
}
