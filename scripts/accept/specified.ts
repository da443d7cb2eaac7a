import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Answers, CardDefinition, FormDefinition } from '#form/definition/definition.ts';
import { projectRoot } from '../run-tool.ts';

const FILE = path.join(projectRoot, 'docs', 'specified.json');
const WIDTH = 160;

/**
 * What the specification demands of the questionnaire that is shipped, as it was last accepted. In a key,
 * `{partner.short_name}` is that of the partner "default", whose form is meant.
 */
export type Specified = {
  readonly pages: readonly SpecifiedPage[];
  /** Log-in card → keys. */
  readonly cards: Readonly<Record<string, readonly string[]>>;
  /** Key → its label; with `…` at the end what the label begins with that messages use. */
  readonly labels: Readonly<Record<string, string>>;
  /** Key → values that are among its options. */
  readonly offered: Readonly<Record<string, readonly string[]>>;
  /** What it quotes word for word, of the form, the log-in cards and the engine. */
  readonly sentences: readonly string[];
  /** When the rules are looked at, unless a case says another time. */
  readonly at: string;
  /** An application in which nothing is wrong, to which the cases of the rules are added. */
  readonly complete: Answers;
  readonly rules: Readonly<Record<string, RuleGroup>>;
};

/** A page with the keys of its questions. */
export type SpecifiedPage = {
  readonly id: string;
  readonly path: string;
  readonly title: string;
  readonly questions: readonly string[];
};

/** Cases of one subject. */
export type RuleGroup = {
  /** The log-in card on which they are; absent: the form. */
  readonly card?: string;
  /** Answers that all of its cases have in common. */
  readonly given: Answers;
  readonly cases: Readonly<Record<string, RuleCase>>;
};

/** Answers, and what is wrong then. */
export type RuleCase = {
  readonly at?: string;
  /** Confirmations that are open. */
  readonly opened?: readonly string[];
  readonly given: Answers;
  /** Key → the sentence that the specification quotes; true: any. */
  readonly wrong: Readonly<Record<string, string | true>>;
};

/** The questionnaire that is compared with what is specified. */
export type Shipped = {
  readonly definition: FormDefinition;
  readonly cards: Readonly<Record<string, CardDefinition>>;
  /** For `{partner.short_name}` in a key. */
  readonly shortName: string;
};

/** The list as it was last accepted. */
export function readSpecified(): Specified {
  const specified: Specified = JSON.parse(readFileSync(FILE, 'utf8'));
  return specified;
}

/** Writes the list so that a change of it is a change of few lines. */
export function writeSpecified(specified: Specified): void {
  writeFileSync(FILE, `${lines(specified, 0)}\n`);
}

function lines(value: unknown, depth: number): string {
  const short = line(value);
  if (typeof value !== 'object' || value === null || 2 * depth + short.length <= WIDTH) return short;
  const [indent, end] = ['  '.repeat(depth + 1), '  '.repeat(depth)];
  if (Array.isArray(value)) {
    return `[\n${value.map((each) => indent + lines(each, depth + 1)).join(',\n')}\n${end}]`;
  }
  const members = Object.entries(value).map(
    ([key, each]) => `${indent}${JSON.stringify(key)}: ${lines(each, depth + 1)}`,
  );
  return `{\n${members.join(',\n')}\n${end}}`;
}

function line(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(line).join(', ')}]`;
  const members = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${line(each)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
