import type { Generated, JSONColumnType } from 'kysely';
import type { WebStatus } from '#form/progress/web-status.ts';
import type { FormDefinition } from '#form/definition/definition.ts';
import type { EncryptedAnswers } from '../encryption/answer-encryption.ts';

/** Written as JSON text, read as the parsed value. */
type Json<T extends object> = JSONColumnType<T>;

export type AuditResult = 'ok' | 'refused';

/** For a person who has the link, or for a job of this server. */
export type ServicePurpose = 'link' | 'render';

/** docs/behavior.md 4.9. NOT_ANSWERED: the student took it away. */
export type DocumentStatus = 'UNPROCESSED' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED' | 'NOT_ANSWERED';

/** How long before the deadline. */
export type ReminderKind = 'week' | 'day';

/** Every table of students is keyed by student (or by a hash that leads to one), so that it can be sharded. */
export type Tables = {
  student: {
    id: string;
    /** The email address in its canonical form. */
    username: string;
    password_hash: string;
    confirmed_at: Date | null;
    created_at: Date;
    /** Of the last log-in; null before the first, and of one on an older server. */
    language: Generated<string | null>;
  };
  session: {
    /** SHA-256 of the token in the cookie; the token itself is never stored. */
    token_hash: Buffer;
    student_id: string;
    created_at: Date;
    seen_at: Date;
    /** Browser and system; null for a session that an older server opened. */
    device: Generated<string | null>;
    by_passkey: Generated<boolean>;
  };
  signup_attempt: {
    /** Counts up: the newest attempt has the highest. */
    id: Generated<string>;
    /** SHA-256 of the token in the cookie of the browser that signed up. */
    token_hash: Buffer;
    student_id: string;
    password_hash: string;
    created_at: Date;
    /** Keyed hash of the code that was mailed for it; null until then. */
    code_hmac: Buffer | null;
    /** SHA-256 of the token in the link of that mail. */
    link_hash: Buffer | null;
    /** Of the code, by anybody, … */
    tries: Generated<number>;
    /** … and by who shows that this sign-up is meant. */
    own_tries: Generated<number>;
    code_expires_at: Date | null;
  };
  login: { student_id: string; at: Date };
  passkey: {
    id: string;
    student_id: string;
    /** By which the browser that has it names it, in base64url. */
    credential_id: string;
    /** COSE. */
    public_key: Buffer;
    /** Of log-ins, as the passkey counts them itself; 0 for one that does not. */
    counter: Generated<string | number>;
    /** Browser and system in which it was added. */
    device: string;
    created_at: Date;
    used_at: Date | null;
  };
  email_change: {
    student_id: string;
    /** The address that the student wants, in its canonical form. */
    email: string;
    /** Keyed hash of the code that was mailed to it; null until then. */
    code_hmac: Buffer | null;
    tries: Generated<number>;
    expires_at: Date;
  };
  /** Under which the audit trail still knows a student. */
  former_address: { student_id: string; email: string; until: Date };
  password_reset: {
    student_id: string;
    id_hash: Buffer;
    /** Those of the same letter's tries before. */
    former_hashes: Generated<Buffer[]>;
    expires_at: Date;
  };
  account_mail: {
    id: Generated<number>;
    student_id: string;
    sent_at: Date;
    /** It had a reset link. */
    is_reset: Generated<boolean>;
  };
  server_secret: {
    name: string;
    value: Buffer;
    signs_from: Generated<Date>;
    /** Until when what it signed counts. */
    valid_until: Generated<Date>;
  };
  limit_state: {
    /** Keyed hash of whose doings and which. */
    key: Buffer;
    tries: number;
    free_at: Date;
    /** From then on the row means nothing any more and may be removed. */
    kept_until: Date;
  };
  application: {
    student_id: string;
    answers: Json<EncryptedAnswers>;
    /** Question key → the version of the application in which it last changed. */
    versions: Json<Readonly<Record<string, number>>>;
    version: number;
    last_page: string | null;
    tabs: Json<Record<string, string>>;
    counts: Json<Record<string, number>>;
    validations: Json<Record<string, readonly string[]>>;
    /** Hash of the definition with which the student opened the form last; null before the first time. */
    last_form: string | null;
    /** Keys of the questions that changed since they were answered. */
    look_at: JSONColumnType<readonly string[], string | undefined>;
    submitted_at: Date | null;
    /** When the last submit was begun that was in time and is not answered. */
    submit_begun_at: Generated<Date | null>;
    /** Since when the student wants no reminders. */
    reminders_stopped_at: Generated<Date | null>;
  };
  web_status: { student_id: string; web_status: WebStatus; at: Date };
  definition: { hash: string; definition: Json<FormDefinition>; stored_at: Date };
  submission: {
    student_id: string;
    receipt: string;
    submitted_at: Date;
    definition_hash: string;
    answers: Json<EncryptedAnswers>;
    tabs: Json<Record<string, string>>;
    counts: Json<Record<string, number>>;
    /** The moment from which on it would have been late; null where no deadline applied. */
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
    /** Name of the person who gave the command. */
    operator: string | null;
  };
  prefill: {
    /** SHA-256 of the token in the link. */
    token_hash: Buffer;
    partner: string;
    answers: Json<EncryptedAnswers>;
    expires_at: Date;
    /** SHA-256 of the cookie of the browser that opened the link; null until then. */
    claim_hash: Buffer | null;
    claimed_at: Date | null;
    /** By which the operator names it. */
    number: Generated<number>;
    /** Null for one of before this was kept. */
    created_at: Date | null;
  };
  pdf_copy: {
    student_id: string;
    /** Of all that the copy shows: what is asked for now, which a job may not have reached yet. */
    fingerprint: string;
    status: 'UNPROCESSED' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED';
    /** The newest copy that was completed. */
    file_key: string | null;
    /** Why it failed, for the student. */
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
    /** By which the operator names it. */
    number: Generated<number>;
    /** Who was to get the link, in the operator's words. */
    made_for: string | null;
  };
  lookup_source: {
    category: string;
    source: string;
    /** Of the entries that are in use; those of others are an import that is not finished or was replaced. */
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
    /** Of the file as the student sent it, which is there until its conversion has ended. */
    file_key: string;
    file_name: string;
    /** In bytes. */
    file_size: number;
    status: DocumentStatus;
    /** Why a conversion failed, for the student; empty otherwise. */
    message: Generated<string>;
    /** Of the converted PDF; null until there is one. */
    pages: number | null;
    pdf_key: string | null;
    /** A small picture of the first page, PNG. */
    thumbnail: Buffer | null;
    created_at: Date;
    updated_at: Date;
  };
  upload: {
    file_key: string;
    student_id: string;
    answer_key: string;
    expires_at: Date;
    /** When this server took the file; null until then, and where another store takes it. */
    received_at: Date | null;
  };
  reminder: { student_id: string; kind: ReminderKind; deadline: Date; sent_at: Date };
  retention_notice: { student_id: string; sent_at: Date };
};

export type PdfCopyTable = Tables['pdf_copy'];
