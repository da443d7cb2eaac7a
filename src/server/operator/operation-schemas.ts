import type { FormDefinition } from '#form/definition/definition.ts';
import { isRecord } from '#form/definition/own-property.ts';
import { canonicalAddress } from '../accounts/email-address.ts';
import { AUDIT_KINDS } from '../audit/audit-kinds.ts';
import {
  addressArgument,
  type Argument,
  type Arguments,
  choiceArgument,
  type CommandSchema,
  countArgument,
  cycleArgument,
  flagsArgument,
  hoursArgument,
  linkArgument,
  objectArgument,
  pathArgument,
  textArgument,
  timeArgument,
} from './command-schema.ts';

/** Prefix of pseudonyms of deleted students in the trail, such as `deleted:42`. */
const DELETED = 'deleted:';

const trailName: Argument<string> = {
  ...addressArgument('of one student, also under former addresses', { option: 'user', fallback: '' }),
  read(value) {
    if (typeof value !== 'string') return undefined;
    return value.startsWith(DELETED) ? value : canonicalAddress(value);
  },
};

/** Recipient of a link, shown in the trail. */
const recipient: Argument<string> = {
  ...textArgument('who is to get the link', { option: 'for', fallback: '' }),
  expected: 'a name of 100 characters at most',
  read: (value) =>
    typeof value === 'string' && value.trim().length <= 100 && !/\p{C}/u.test(value)
      ? value.trim()
      : undefined,
};

const student = (option: string, summary: string) => addressArgument(summary, { option });
const positionalStudent = () =>
  addressArgument('email address of the student', { option: 'email', isPositional: true });
const ofStudent = (summary: string) => addressArgument(summary, { option: 'user', fallback: '' });

/** All operations of a server: defines the command line and the socket. */
export const OPERATIONS = {
  trail: {
    command: 'trail',
    summary: 'Show what happened, oldest first; without a filter what operators did and what links opened',
    isRecorded: true,
    arguments: {
      username: trailName,
      event: choiceArgument('of one kind', AUDIT_KINDS, { option: 'kind', fallback: '' }),
      client: textArgument('from one address, or by one operator', { fallback: '' }),
      since: timeArgument('from a day or time (UTC) on', { fallback: '1970-01-01T00:00:00.000Z' }),
      before: timeArgument('until a day or time (UTC)', { fallback: '' }),
      limit: countArgument('how many lines, the newest', '200', { fallback: 200 }),
    },
  },
  sessions: {
    command: 'sessions',
    summary: 'List who is logged in, the last seen first, 100 on a page',
    isRecorded: true,
    arguments: {
      username: ofStudent('of one student'),
      page: countArgument('which page', '2', { fallback: 1 }),
    },
  },
  'end-sessions': {
    command: 'sessions',
    when: 'end',
    summary: 'log a student out everywhere',
    isRecorded: true,
    arguments: { username: student('end', 'log this student out everywhere') },
  },
  retention: {
    command: 'retention',
    summary: 'Show expired data, or remove it now; the server does so every six hours',
    environment: ['STORAGE_URL'],
    isRecorded: true,
    arguments: {
      mode: flagsArgument({ plan: 'show it', now: 'remove it' }),
      cycle: cycleArgument('only applications submitted in this cycle', 'all'),
    },
  },
  'export-student': {
    command: 'student export',
    summary: 'Write the complete record of a student, files too',
    environment: ['STORAGE_URL', 'DATA_KEY'],
    isRecorded: true,
    arguments: { username: positionalStudent() },
  },
  'student-log-id': {
    command: 'student log-id',
    summary: 'Print the pseudonym of a student in the log of the servers',
    isRecorded: true,
    arguments: { username: positionalStudent() },
  },
  'delete-student': {
    command: 'student delete',
    summary: 'Delete the complete record of a student, files too',
    environment: ['STORAGE_URL'],
    isRecorded: true,
    arguments: { username: positionalStudent() },
  },
  'list-lookups': {
    command: 'lookups list',
    summary: 'List the directories of the form that are in use',
    arguments: {},
  },
  'import-lookup': {
    command: 'lookups import',
    summary: 'Import a directory of the form from a CSV, XLSX or zip file',
    arguments: {
      category: textArgument('name of a directory of the form', { isPositional: true }),
      file: pathArgument('file to import', { isPositional: true }),
      mapping: objectArgument<object>('which column is what; empty for an official file'),
    },
  },
  prefill: {
    command: 'prefill',
    summary: 'Print a link that fills in the form for the first visitor who opens it',
    environment: ['PUBLIC_URL', 'DATA_KEY', 'PARTNER'],
    isRecorded: true,
    arguments: {
      answers: objectArgument<Readonly<Record<string, unknown>>>('answers by key'),
      hours: hoursArgument('how long the link works', 72),
    },
  },
  prefills: {
    command: 'prefill',
    when: 'list',
    summary: 'list the links that work now',
    isRecorded: true,
    arguments: {},
  },
  'revoke-prefill': {
    command: 'prefill',
    when: 'revoke',
    summary: 'end a link at once and delete its answers',
    isRecorded: true,
    arguments: { link: linkArgument(['number', 'token'], 'token') },
  },
  'service-link': {
    command: 'service-link',
    summary: 'Print a link that shows one application, read-only',
    environment: ['PUBLIC_URL'],
    isRecorded: true,
    arguments: {
      username: student('user', 'whose application it is'),
      cycle: cycleArgument('of which cycle; without it, the newest'),
      hours: hoursArgument('how long the link works', 24),
      madeFor: recipient,
    },
  },
  'service-links': {
    command: 'service-link',
    when: 'list',
    summary: 'list the links that work now',
    isRecorded: true,
    arguments: {
      username: ofStudent('whose application it is'),
      cycle: cycleArgument('to applications of this cycle', 'all'),
    },
  },
  'revoke-service-links': {
    command: 'service-link',
    when: 'revoke',
    summary: 'end links at once',
    isRecorded: true,
    arguments: { link: linkArgument(['number', 'token', 'username'], 'service_token') },
  },
  'rotate-secret': {
    command: 'rotate-secret',
    summary: 'Add a version of the secret with which the server signs',
    environment: ['STORAGE_URL', 'DATA_KEY'],
    isRecorded: true,
    arguments: {
      mode: flagsArgument(
        {
          leaked: 'nothing counts anymore that former versions signed',
          data: 'instead, encrypt what is stored with the first key of DATA_KEY',
        },
        { fallback: 'rotate' },
      ),
    },
  },
  'count-answers': {
    command: 'count-answers',
    summary: 'Count applications, and who answered each question or chose an option; shows no typed answer',
    environment: ['DATA_KEY', 'PARTNER'],
    arguments: { cycle: cycleArgument('applications of this cycle; without it, of the current one') },
  },
  'export-applications': {
    command: 'export',
    summary: 'Write submitted applications into a folder; what is there already is skipped',
    environment: ['STORAGE_URL', 'DATA_KEY', 'PARTNER'],
    isRecorded: true,
    arguments: {
      since: timeArgument('submitted on this day (midnight UTC) or later'),
      out: pathArgument('folder to export to'),
      cycle: cycleArgument('submitted in this cycle; without it, in the current one'),
      format: choiceArgument('json (one file each), csv (one table) or pdf', ['json', 'csv', 'pdf'], {
        fallback: 'json',
      }),
    },
  },
  'begin-backup': {
    summary: 'Lock files for a backup and copy the embedded database',
    isRecorded: true,
    arguments: {
      id: textArgument('chosen for this backup', { isInternal: true }),
      copyTo: textArgument('new data directory for the copy: an absolute path', { isInternal: true }),
    },
  },
  'keep-files': {
    summary: 'Lock files for a backup, or unlock them',
    arguments: {
      id: textArgument('chosen for this backup', { isInternal: true }),
      minutes: countArgument('for how long from now; 0 ends it', '30', { isInternal: true }),
    },
  },
  'move-answers': {
    command: 'move-answers',
    summary: 'Show what a change of the questions does to drafts, or move their answers now',
    environment: ['STORAGE_URL', 'DATA_KEY', 'PARTNER'],
    isRecorded: true,
    arguments: {
      mode: flagsArgument({ plan: 'show it', now: 'move answers, and delete what retired.json lists' }),
      definition: objectArgument<FormDefinition>('the form as the command has it'),
    },
  },
} as const satisfies Readonly<Record<string, CommandSchema>>;

export type OperationKind = keyof typeof OPERATIONS;

type ValuesOf<Schema extends Arguments> = {
  readonly [Name in keyof Schema]: Schema[Name] extends Argument<infer Value> ? Value : never;
};

/** An operation of the given kinds, with its arguments. */
export type OperationOf<Kind extends OperationKind> = {
  [Each in Kind]: { readonly kind: Each } & ValuesOf<(typeof OPERATIONS)[Each]['arguments']>;
}[Kind];

/** A requested operation, and its operator. */
export type Operation = OperationOf<OperationKind> & {
  /** Name for the audit trail; absent if it is not recorded. */
  readonly operator?: string;
};

/** Whether the audit trail records an operation with the operator's name. */
export function isRecorded(operation: { readonly kind: OperationKind; readonly mode?: string }): boolean {
  const { isRecorded: recorded = false }: CommandSchema = OPERATIONS[operation.kind];
  return recorded && operation.mode !== 'plan';
}

/** Parses an operation from the operator socket; undefined if invalid. */
export function readOperation(text: string): Operation | undefined {
  const value: unknown = JSON.parse(text);
  return isOperation(value) ? value : undefined;
}

/** Whether a value is an operation with all required arguments. */
export function isOperation(value: unknown): value is Operation {
  if (!isRecord(value)) return false;
  const { kind, operator = '' } = value;
  if (typeof kind !== 'string' || !isOperationKind(kind) || typeof operator !== 'string') return false;
  const schema: Arguments = OPERATIONS[kind].arguments;
  return Object.entries(schema).every(
    ([name, argument]) =>
      Object.hasOwn(value, name) &&
      ((argument.fallback !== undefined && value[name] === argument.fallback) ||
        argument.read(value[name]) !== undefined),
  );
}

/** Whether a word names an operation. */
export function isOperationKind(kind: string): kind is OperationKind {
  return Object.hasOwn(OPERATIONS, kind);
}
