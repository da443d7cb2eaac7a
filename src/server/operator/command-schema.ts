import path from 'node:path';
import { isRecord } from '#form/definition/own-property.ts';
import { canonicalAddress } from '../accounts/email-address.ts';
import type { LinkChoice } from '../service/service-token-store.ts';

/** One argument of a command. Validated equally on the command line and at the operator socket. */
export type Argument<Value = unknown> = {
  /** One line for `--help`. */
  readonly summary: string;
  /** Completes the sentence "--since is …, but it must be": "a day like 2026-11-01". */
  readonly expected: string;
  /** Validates and converts a typed text or a value from the socket; undefined if invalid. */
  readonly read: (value: unknown) => Value | undefined;
  /** Name of its option, if different. */
  readonly option?: string;
  /** Default value. An argument without a default is required. */
  readonly fallback?: Value;
  readonly isPositional?: boolean;
  readonly isInternal?: boolean;
  /** All valid values, for `--help`. */
  readonly choices?: readonly string[];
  /** Options without a value, of which at most one is typed: name → summary. */
  readonly flags?: Readonly<Record<string, string>>;
};

export type Arguments = Readonly<Record<string, Argument>>;

/** Name, arguments and properties of an operator command. */
export type CommandSchema = {
  /** Typed words, e.g. `student export`; absent for a step of another command. */
  readonly command?: string;
  /** Option that selects it if several operations share a command. */
  readonly when?: string;
  /** Verb phrase for `--help`. */
  readonly summary: string;
  readonly arguments: Arguments;
  /** Environment variables in addition to those of the database. */
  readonly environment?: readonly EnvironmentName[];
  /** Whether it is audited with the operator's name, because it shows or changes student data. */
  readonly isRecorded?: boolean;
};

/** Environment variables of commands, for `--help`. */
export const ENVIRONMENT = {
  OPERATOR: 'your name, for the audit trail',
  DATA_DIR: 'folder of the embedded database and of files, as for the server',
  DATABASE_URL: 'PostgreSQL, as for the server',
  STORAGE_URL: 'S3 bucket of the documents, as for the server',
  DATA_KEY: 'keys of what is encrypted, as for the server',
  PUBLIC_URL: 'origin of the links that are printed',
  PARTNER: 'whose form it is, as for the server',
} as const;
export type EnvironmentName = keyof typeof ENVIRONMENT;

/** Exit codes of all commands. */
export const EXIT_CODES = { 0: 'done', 1: 'failed, with a message' } as const;

type Settings<Value> = Partial<Pick<Argument<Value>, 'option' | 'fallback' | 'isPositional' | 'isInternal'>>;

const isText = (value: unknown): value is string => typeof value === 'string';

/** Creates an argument for any text. */
export function textArgument(summary: string, settings: Settings<string> = {}): Argument<string> {
  return {
    summary,
    expected: 'a text',
    read: (value) => (isText(value) && value !== '' ? value : undefined),
    ...settings,
  };
}

/** Creates an argument for the name of a cycle. */
export function cycleArgument(summary: string, fallback: 'all' | 'current' = 'current'): Argument<string> {
  return {
    summary: `${summary}; "all", or "" for the time before cycles had names`,
    expected: 'the name of a cycle',
    read: (value) => (isText(value) ? value : undefined),
    fallback,
  };
}

/** Creates an argument for a file or folder, as an absolute path. */
export function pathArgument(summary: string, settings: Settings<string> = {}): Argument<string> {
  return {
    ...textArgument(summary, settings),
    expected: 'the path of a file or folder',
    read: (value) => (isText(value) && value !== '' ? path.resolve(value) : undefined),
  };
}

/** Creates an option without a value. */
export function switchArgument(summary: string): Argument<boolean> {
  return {
    summary,
    expected: 'an option without a value',
    read: (value) => (typeof value === 'boolean' ? value : undefined),
    fallback: false,
  };
}

/** Creates an argument for a student's email address, in canonical form. */
export function addressArgument(summary: string, settings: Settings<string> = {}): Argument<string> {
  return {
    summary,
    expected: 'an email address',
    read: (value) => (isText(value) ? canonicalAddress(value) : undefined),
    ...settings,
  };
}

/** Creates an argument for a day or time (ISO 8601). E.g. 2026-11-01 (midnight UTC) or 2026-11-01T08:30:00Z. */
export function timeArgument(summary: string, settings: Settings<string> = {}): Argument<string> {
  return { summary, expected: 'a day like 2026-11-01', read: readTime, ...settings };
}

function readTime(value: unknown): string | undefined {
  if (!isText(value)) return undefined;
  const isWritten = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{3})?)?Z)?$/.test(value);
  const time = new Date(value);
  if (!isWritten || Number.isNaN(time.getTime())) return undefined;
  // Date converts February 31 to March 3.
  return time.toISOString().slice(0, 10) === value.slice(0, 10) ? time.toISOString() : undefined;
}

/** Creates an argument for an integer from 1. From 0 if internal. */
export function countArgument(
  summary: string,
  example: string,
  settings: Settings<number> = {},
): Argument<number> {
  const least = settings.isInternal ? 0 : 1;
  return {
    summary,
    expected: `a number like ${example}`,
    read: (value) => (/^\d{1,7}$/.test(String(value)) && Number(value) >= least ? Number(value) : undefined),
    ...settings,
  };
}

/** A month in hours: links with a longer life are a risk. */
const MOST_HOURS = 744;

/** Creates an argument for the lifetime of a link. */
export function hoursArgument(summary: string, fallback: number): Argument<number> {
  return {
    summary,
    expected: `from 1 to ${MOST_HOURS}`,
    read: (value) => (Number(value) > 0 && Number(value) <= MOST_HOURS ? Number(value) : undefined),
    fallback,
  };
}

/** Creates an argument for one of several words. */
export function choiceArgument<const Choice extends string, const None extends string = never>(
  summary: string,
  choices: readonly Choice[],
  settings: { readonly option?: string; readonly fallback?: Choice | None } = {},
): Argument<Choice | NoInfer<None>> {
  return {
    summary,
    expected: `one of ${choices.join(', ')}`,
    choices,
    read: (value) => choices.find((choice) => choice === value),
    ...settings,
  };
}

/** Creates an argument for one of several options without a value. */
export function flagsArgument<
  const Flags extends Readonly<Record<string, string>>,
  const Fallback extends string = never,
>(
  flags: Flags,
  settings: { readonly fallback?: Fallback } = {},
): Argument<Extract<keyof Flags, string> | NoInfer<Fallback>> {
  const isFlag = (value: unknown): value is Extract<keyof Flags, string> =>
    isText(value) && Object.hasOwn(flags, value);
  const names = Object.keys(flags).map((name) => `--${name}`);
  return {
    summary: '',
    expected: `either ${names.join(' or ')}`,
    read: (value) => (isFlag(value) ? value : undefined),
    flags,
    ...settings,
  };
}

/** Creates an internal argument for an object. Read from a file or compiled. */
export function objectArgument<Value extends object>(
  summary: string,
  isObject: (value: unknown) => value is Value = (value): value is Value => isRecord(value),
): Argument<Value> {
  return {
    summary,
    expected: 'an object',
    read: (value) => (isObject(value) ? value : undefined),
    isInternal: true,
  };
}

/** 43 characters of base64url. */
const TOKEN = /^[\w-]{43}$/;

/** @param parameter query parameter of the link with its token */
export function linkArgument<By extends 'number' | 'token' | 'username'>(
  kinds: readonly By[],
  parameter: string,
): Argument<LinkChoice<By>> {
  const isKind = (value: unknown): value is By => kinds.some((kind) => kind === value);
  const choice = (by: string, value: string | undefined) =>
    isKind(by) && value !== undefined ? { by, value } : undefined;
  const hasStudents = isKind('username');
  return {
    summary: `end a link, by its number or the link itself${hasStudents ? ', or all links of an email address' : ''}`,
    expected: `the number of a link, or the link${hasStudents ? ', or an email address' : ''}`,
    option: 'revoke',
    read(value) {
      if (isRecord(value)) {
        const { by, value: named } = value;
        return isText(by) && isText(named) ? choice(by, named) : undefined;
      }
      if (!isText(value)) return undefined;
      if (/^[1-9]\d{0,8}$/.test(value)) return choice('number', value);
      if (!URL.canParse(value) && value.includes('@')) return choice('username', canonicalAddress(value));
      const token = URL.canParse(value) ? new URL(value).searchParams.get(parameter) : value;
      return token !== null && TOKEN.test(token) ? choice('token', token) : undefined;
    },
  };
}
