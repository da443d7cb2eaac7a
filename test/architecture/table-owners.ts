type Owned = {
  /** The only files that name the table in a query. What others need of it, these export as functions. */
  readonly owners: readonly string[];
  /** Files that name it in a query of a table of their own, each with the reason. */
  readonly joinedIn?: Readonly<Record<string, string>>;
};

const ACCOUNTS = { owners: ['src/server/student-tables/account-store.ts'] };
const DIRECTORY = { owners: ['src/server/lookup/directory-store.ts'] };
const SUBMISSIONS = { owners: ['src/server/student-tables/submission-store.ts'] };
/** The sweep and the deletion of a student ask which files rows name, whatever the table. */
const FILE_ROWS = 'src/server/student-tables/file-rows.ts';

/** What has been kept long enough is found by one question over several tables. */
const RETENTION = { 'src/server/retention/retention-store.ts': 'finds what has been kept long enough' };

/** A page load reads all that it shows in one statement. */
const PAGE_LOAD = { 'src/server/student-tables/opening-store.ts': 'a page load is one statement' };

/** The next application starts where the last one was, which moves to rows of its own. */
const CYCLES = { 'src/server/student-tables/cycle-store.ts': 'past applications, and the start of the next' };

/** Files that take whatever tables the database says it has, each with the reason. */
export const EVERY_TABLE: Readonly<Record<string, string>> = {
  'src/server/backup/table-rows.ts': 'a backup holds all tables, those of tomorrow as well',
  'src/server/student-tables/cycle-store.ts': 'the rows of an application move with it',
  'src/server/student-tables/encrypted-database.ts': 'a new key encrypts all that students wrote',
};

/** Table → who may name it in a query. Beside these, migrations alone do. */
export const TABLE_OWNERS: Readonly<Record<string, Owned>> = {
  student: {
    ...ACCOUNTS,
    joinedIn: {
      ...RETENTION,
      ...CYCLES,
      'src/server/accounts/confirmation-store.ts': 'a sign-up is looked for by the address',
      'src/server/student-tables/application-store.ts':
        'an application is read with the address of its student',
      'src/server/student-tables/session-store.ts': 'every call reads its session and its student at once',
      'src/server/student-tables/reminder-store.ts': 'finds who is to be reminded, by the address',
      'src/server/student-tables/submission-store.ts':
        'what was submitted is exported with the address of its student',
      'src/server/student-tables/passkey-store.ts': 'a passkey is read with the account that it opens',
      'src/server/service/service-token-store.ts': 'links are listed with the address of their student',
    },
  },
  signup_attempt: {
    owners: ['src/server/student-tables/account-store.ts', 'src/server/accounts/confirmation-store.ts'],
    joinedIn: RETENTION,
  },
  login: { ...ACCOUNTS, joinedIn: { ...RETENTION, ...PAGE_LOAD } },
  email_change: { owners: ['src/server/accounts/email-change-store.ts'] },
  planned_email: {
    owners: ['src/server/accounts/email-change-store.ts', 'src/server/backup/restore-backup.ts'],
  },
  former_address: { owners: ['src/server/accounts/email-change-store.ts'] },
  passkey: { owners: ['src/server/student-tables/passkey-store.ts'] },
  password_reset: { owners: ['src/server/accounts/password-reset-store.ts'] },
  account_mail: { owners: ['src/server/accounts/mail-allowance.ts'] },
  session: {
    owners: ['src/server/student-tables/session-store.ts'],
    joinedIn: RETENTION,
  },
  server_secret: {
    owners: [
      'src/server/database/server-secret.ts',
      'src/server/database/data-key-rows.ts',
      'src/server/files/paused-deletion.ts',
      'src/server/files/open-files.ts',
    ],
  },
  limit_state: {
    owners: ['src/server/limits/database-limits.ts', 'src/server/limits/limit-steps.ts'],
    joinedIn: RETENTION,
  },
  application: {
    owners: ['src/server/student-tables/application-store.ts'],
    joinedIn: {
      ...RETENTION,
      ...CYCLES,
      'src/server/student-tables/submission-store.ts': 'submissions are exported by cycle',
      'src/server/service/service-token-store.ts': 'links are listed with their cycle',
      'src/server/student-tables/reminder-store.ts': 'finds who is to be reminded',
      'src/server/student-tables/session-store.ts': 'a call costs more the longer the application is',
    },
  },
  web_status: {
    owners: ['src/server/student-tables/status-store.ts'],
    joinedIn: {
      'src/server/student-tables/reminder-store.ts': 'who has started, and since when',
      ...PAGE_LOAD,
    },
  },
  submission: { ...SUBMISSIONS, joinedIn: { ...PAGE_LOAD, ...CYCLES } },
  definition: SUBMISSIONS,
  audit: { owners: ['src/server/audit/audit-trail.ts'] },
  prefill: { owners: ['src/server/prefill/prefill-store.ts'] },
  pdf_copy: { owners: ['src/server/pdf/pdf-copy-store.ts', FILE_ROWS] },
  service_token: { owners: ['src/server/service/service-token-store.ts'] },
  lookup_source: DIRECTORY,
  lookup_entry: DIRECTORY,
  lookup_code: DIRECTORY,
  document: {
    owners: ['src/server/student-tables/document-store.ts', FILE_ROWS],
    joinedIn: PAGE_LOAD,
  },
  reminder: { owners: ['src/server/student-tables/reminder-store.ts'] },
  retention_notice: { owners: Object.keys(RETENTION) },
  upload: { owners: ['src/server/student-tables/upload-store.ts', FILE_ROWS] },
  // Made by pg-boss, not by a migration.
  'pgboss.job': { owners: ['src/server/jobs/job-rows.ts'] },
};
