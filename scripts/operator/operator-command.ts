import { canonicalAddress } from '#server/accounts/account-rules.ts';
import { type Config, parseConfig } from '#server/settings/config.ts';
import { OperationFault } from '#server/operator/operation-fault.ts';
import { concernsStudents } from '#server/operator/concerns-students.ts';
import type { Operation } from '#server/operator/operations.ts';
import { askRunningServer } from '#server/operator/operator-socket.ts';
import { explainStartFault } from '#server/start/start-errors.ts';
import { CommandFault } from '../command/argument-fault.ts';
import { nameOperator } from './operator-name.ts';
import { partnersFolder } from '../run-tool.ts';

/** @throws CommandFault when it is missing or no address */
export function requireAddress(text: string | undefined): string {
  if (text === undefined) throw new CommandFault('The email address of the student is missing.');
  const username = canonicalAddress(text);
  if (username === undefined) throw new CommandFault(`"${text}" is not an email address.`);
  return username;
}

/**
 * A day such as 2026-11-01 or a time such as 2026-11-01T08:30:00Z, which everybody reads alike (ISO 8601). A day begins
 * at midnight UTC.
 *
 * @throws CommandFault when it is missing or neither
 */
export function requireTime(name: string, text: string | undefined): Date {
  if (text === undefined) throw new CommandFault(`${name} is missing.`);
  const time = new Date(text);
  const day = text.slice(0, 10);
  const isWritten = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?Z)?$/.test(text);
  // There is no 31st of February, though Date takes it for the third of March.
  if (!isWritten || Number.isNaN(time.getTime()) || time.toISOString().slice(0, 10) !== day)
    throw new CommandFault(`${name} is "${text}", but it must be a day like 2026-11-01.`);
  return time;
}

/**
 * Does an operation in the environment of the server: on PostgreSQL directly; on the embedded database through the
 * server that runs on it, and directly when none does.
 *
 * @throws Error or OperationFault with what to print
 */
export async function requestOperation(asked: Operation): Promise<string> {
  const operation = concernsStudents(asked) ? { ...asked, operator: await nameOperator() } : asked;
  return runOnServerOrElse(operation, async (config) => {
    // The engine of the database is loaded only where no server does the work: the others answer sooner.
    const { runOperationInProcess } = await import('./run-in-process.ts');
    return runOperationInProcess(config, operation);
  });
}

/**
 * Hands an operation to the server that holds the embedded database; without one, and on PostgreSQL, it is done by
 * `inProcess`, with the configuration of this environment. Progress goes to the error output, so that what is printed at
 * the end can be kept.
 *
 * @throws OperationFault with what to print
 */
export async function runOnServerOrElse(
  operation: Operation,
  inProcess: (config: Config) => Promise<string>,
): Promise<string> {
  const config = requireConfig();
  if (config.databaseUrl === undefined) {
    const asked = await askRunningServer(config.dataDir, operation, (progress) => console.error(progress));
    if (asked.kind === 'done') return asked.text;
    if (asked.kind === 'refused') throw new OperationFault(asked.text);
  }
  return inProcess(config).catch((error: unknown) => {
    throw explainStartFault(error, config);
  });
}

/** The settings of this environment. @throws OperationFault with all that is wrong with them */
export function requireConfig(): Config {
  const parsed = parseConfig(process.env, partnersFolder);
  if (parsed.kind === 'faults') throw new OperationFault(parsed.faults.join('\n'));
  return parsed.config;
}
