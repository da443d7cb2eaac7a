import type { Generated, JSONColumnType } from 'kysely';
import type { WebStatus } from '#form/progress/web-status.ts';
import type { Answers, FormDefinition } from '#form/definition/definition.ts';
import type { StoredJson } from '../encryption/row-encryption.ts';

/** Written as JSON text, read as the parsed value. */
type Json<T extends object> = JSONColumnType<T>;

/** Encrypted with DATA_KEY: what students wrote, and under which keys. Only its store reads and writes it. */
type Encrypted<T extends object> = JSONColumnType<StoredJson<T>>;

export type AuditResult = 'ok' | 'refused';

/** For a person with the link, or for the server's own jobs. */
export type ServicePurpose = 'link' | 'render';

/** docs/behavior.md 4.9. NOT_ANSWERED: detached by the student. */
export type DocumentStatus = 'UNPROCESSED' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED' | 'NOT_ANSWERED';

/** Time before the deadline. */
export type ReminderKind = 'week' | 'day';

/** All tables of students are keyed by student (or by a hash that leads to one), to allow sharding. */
export type Tables = {
  student: {
    id: string;
    /** Canonical email address; null for a past application. */
    username: string | null;
    password_hash: string;
    confirmed_at: Date | null;
    created_at: Date;
    /** Language chosen, else that of the last log-in; null before the first, or after one on an older server. */
    language: Generated<string | null>;
    /** Account of a past application; null for an account. */
    account_id: Generated<string | null>;
  };
  session: {
    /** SHA-256 of the token in the cookie; the token itself is never stored. */
    token_hash: Buffer;
    student_id: string;
    created_at: Date;
    seen_at: Date;
    /** Browser and system; null for sessions opened by an older server. */
    device: Generated<string | null>;
    by_passkey: Generated<boolean>;
    /** When the password was last entered in this session; null if only at the log-in. */
    proved_at: Generated<Date | null>;
  };
  signup_attempt: {
    /** Ascending: the newest attempt has the highest. */
    id: Generated<string>;
    /** SHA-256 of the token in the cookie of the browser that signed up. */
    token_hash: Buffer;
    student_id: string;
    password_hash: string;
    created_at: Date;
    /** Keyed hash of its mailed code; null until then. */
    code_hmac: Buffer | null;
    /** SHA-256 of the token in that mail's link. */
    link_hash: Buffer | null;
    /** Tries of the code by anybody. */
    tries: Generated<number>;
    /** Tries by requests that identify this sign-up. */
    own_tries: Generated<number>;
    code_expires_at: Date | null;
    /** Browser and system; null for sign-ups on an older server. */
    device: Generated<string | null>;
  };
  login: { student_id: string; at: Date };
  passkey: {
    id: string;
    student_id: string;
    /** Name of the credential in the browser, in base64url. */
    credential_id: string;
    /** COSE. */
    public_key: Buffer;
    /** The passkey's own count of log-ins; 0 if it does not count. */
    counter: Generated<string | number>;
    /** Browser and system in which it was added. */
    device: string;
    created_at: Date;
    used_at: Date | null;
  };
  email_change: {
    student_id: string;
    /** The requested address, in canonical form. */
    email: string;
    /** Keyed hash of the code mailed to it; null until then. */
    code_hmac: Buffer | null;
    tries: Generated<number>;
    expires_at: Date;
  };
  /** Proved address that replaces the student's at a time; older servers ignore it. */
  planned_email: { student_id: string; email: string; applies_at: Date };
  /** Former addresses of a student, still used in the audit trail. */
  former_address: { student_id: string; email: string; until: Date };
  password_reset: {
    student_id: string;
    id_hash: Buffer;
    /** Hashes of earlier tries of the same letter. */
    former_hashes: Generated<Buffer[]>;
    expires_at: Date;
  };
  account_mail: {
    id: Generated<number>;
    student_id: string;
    sent_at: Date;
    /** Whether it had a reset link. */
    is_reset: Generated<boolean>;
  };
  server_secret: {
    name: string;
    value: Buffer;
    signs_from: Generated<Date>;
    /** End of the validity of its signatures. */
    valid_until: Generated<Date>;
  };
  limit_state: {
    /** Keyed hash of a limit's key. */
    key: Buffer;
    tries: number;
    free_at: Date;
    /** After this time the row is obsolete and can be removed. */
    kept_until: Date;
  };
  application: {
    student_id: string;
    answers: Encrypted<Answers>;
    /** Question key → version of the application in which it last changed. */
    versions: Encrypted<Readonly<Record<string, number>>>;
    version: number;
    last_page: string | null;
    tabs: Encrypted<Record<string, string>>;
    counts: Encrypted<Record<string, number>>;
    validations: Encrypted<Record<string, readonly string[]>>;
    /** Hash of the definition last opened by the student; null before the first time. */
    last_form: string | null;
    /** Keys of questions that changed since they were answered. */
    look_at: JSONColumnType<StoredJson<readonly string[]>, string | undefined>;
    submitted_at: Date | null;
    /** Start of the last submit that began in time and is unanswered. */
    submit_begun_at: Generated<Date | null>;
    /** When the student stopped reminders. */
    reminders_stopped_at: Generated<Date | null>;
    /** Cycle of the submission; null before it, without cycles, and on an older server. */
    cycle: Generated<string | null>;
  };
  web_status: { student_id: string; web_status: WebStatus; at: Date };
  definition: { hash: string; definition: Json<FormDefinition>; stored_at: Date };
  submission: {
    student_id: string;
    receipt: string;
    submitted_at: Date;
    definition_hash: string;
    answers: Encrypted<Answers>;
    tabs: Encrypted<Record<string, string>>;
    counts: Encrypted<Record<string, number>>;
    /** First moment that would have been late; null when no deadline applied. */
    deadline: Generated<Date | null>;
    is_late: Generated<boolean>;
  };
  audit: {
    id: Generated<string>;
    at: Date;
    kind: string;
    username: string;
    /** Address of the client, or `operator`. */
    client: string;
    result: AuditResult;
    detail: string | null;
    /** Name of the person who ran the command. */
    operator: string | null;
  };
  prefill: {
    /** SHA-256 of the token in the link. */
    token_hash: Buffer;
    partner: string;
    answers: Encrypted<Answers>;
    expires_at: Date;
    /** SHA-256 of the cookie of the browser that opened the link; null until then. */
    claim_hash: Buffer | null;
    claimed_at: Date | null;
    /** Number used by the operator. */
    number: Generated<number>;
    /** Null in rows that predate this column. */
    created_at: Date | null;
  };
  pdf_copy: {
    student_id: string;
    /** Fingerprint of the requested copy's content, possibly not made by a job yet. */
    fingerprint: string;
    status: 'UNPROCESSED' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED';
    /** The newest completed copy. */
    file_key: string | null;
    /** Error message for the student. */
    message: string | null;
    updated_at: Date;
  };
  service_token: {
    /** SHA-256 of the token in the link. */
    token_hash: Buffer;
    student_id: string;
    purpose: ServicePurpose;
    created_at: Date;
    expires_at: Date;
    /** Number used by the operator. */
    number: Generated<number>;
    /** Recipient of the link, in the operator's words. */
    made_for: string | null;
  };
  lookup_source: {
    category: string;
    source: string;
    /** Version of the entries in use; others are of unfinished or replaced imports. */
    version: number;
    entries: number;
    imported_at: Date;
  };
  lookup_entry: {
    category: string;
    source: string;
    version: number;
    weight: number;
  } & Record<'id' | 'name' | 'aliases' | 'address_line_1' | 'city' | 'state' | 'zip' | 'country', string>;
  lookup_code: { category: string; id: string; ceeb: string };
  document: {
    student_id: string;
    /** Key of the file question. */
    answer_key: string;
    /** Key of the original file, which exists until its conversion ends. */
    file_key: string;
    /** Encrypted, like the thumbnail. */
    file_name: string;
    /** In bytes. */
    file_size: number;
    status: DocumentStatus;
    /** Error message for the student; '' unless a conversion failed. */
    message: Generated<string>;
    /** Page count of the converted PDF; null until it exists. */
    pages: number | null;
    pdf_key: string | null;
    /** Thumbnail of the first page, PNG. */
    thumbnail: Buffer | null;
    /** Whether the malware scanner found nothing; false if none has read it. */
    is_scanned: Generated<boolean>;
    created_at: Date;
    updated_at: Date;
  };
  upload: {
    file_key: string;
    student_id: string;
    answer_key: string;
    expires_at: Date;
    /** When this server received the file; null until then, or if another store receives it. */
    received_at: Date | null;
  };
  reminder: { student_id: string; kind: ReminderKind; deadline: Date; sent_at: Date };
  retention_notice: { student_id: string; sent_at: Date };
};
