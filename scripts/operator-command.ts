import { existsSync } from 'node:fs';
import path from 'node:path';
import { canonicalAddress } from '#server/accounts/e-mail-address.ts';
import { type Config, parseConfig } from '#server/config.ts';
import { OperationFault } from '#server/operator/operation-fault.ts';
import { type Operation, runOperation } from '#server/operator/operations.ts';
import { askServer } from '#server/operator/operator-socket.ts';
import { loadQuestionnaire } from '#server/questionnaire.ts';
import { systemRandomness } from '#server/randomness.ts';
import { explainStartFault } from '#server/start-fault.ts';
import { createAuditTrail } from '#server/storage/audit-trail.ts';
import { openStorage } from '#server/storage/database.ts';
import { startJobs } from '#server/storage/jobs.ts';
import { openFiles } from '#server/storage/open-files.ts';
import { readServerSecret } from '#server/storage/server-secret.ts';
import { argumentSentence, CommandFault } from './argument-fault.ts';
import { projectRoot } from './run-tool.ts';

const PARTNERS = path.join(projectRoot, 'src', 'generated', 'partners');

/**
 * Runs a command of the operator and prints what it says; one that fails is a sentence and exit code 1.
 *
 * @param usage printed below what is wrong with the arguments
 */
export async function runCommand(usage: string, command: () => Promise<string>): Promise<void> {
  try {
    console.log(await command());
  } catch (error) {
    const wrongArgument = argumentSentence(error);
    console.error(wrongArgument ?? (error instanceof Error ? error.message : String(error)));
    if (wrongArgument !== undefined) console.error(`Use it like this:\n${usage.replaceAll(/^/gm, '  ')}`);
    process.exitCode = 1;
  }
}

/** @throws CommandFault when it is missing or no address */
export function requireAddress(text: string | undefined): string {
  if (text === undefined) throw new CommandFault('The e-mail address of the student is missing.');
  const username = canonicalAddress(text);
  if (username === undefined) throw new CommandFault(`"${text}" is no e-mail address.`);
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
export async function operate(operation: Operation): Promise<string> {
  return throughServer(operation, (config) => operateAlone(config, operation));
}

/**
 * Hands an operation to the server that holds the embedded database; without one, and on PostgreSQL, it is done by
 * `alone`, with the configuration of this environment. Progress goes to the error output, so that what is printed at
 * the end can be kept.
 *
 * @throws OperationFault with what to print
 */
export async function throughServer(
  operation: Operation,
  alone: (config: Config) => Promise<string>,
): Promise<string> {
  const parsed = parseConfig(process.env, PARTNERS);
  if (parsed.kind === 'faults') throw new OperationFault(parsed.faults.join('\n'));
  const { config } = parsed;
  if (config.databaseUrl === undefined) {
    const asked = await askServer(config.dataDir, operation, tellProgress);
    if (asked.kind === 'done') return asked.text;
    if (asked.kind === 'refused') throw new OperationFault(asked.text);
  }
  return alone(config).catch((error: unknown) => {
    throw explainStartFault(error, config);
  });
}

export function tellProgress(progress: string): void {
  console.error(progress);
}

function tellFault(error: Error): void {
  console.error(error.message);
}

function noDatabase({ dataDir }: Config): OperationFault {
  return new OperationFault(
    `There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL as the server has it, or start the server once.`,
  );
}

const clock = (): Date => new Date();

async function operateAlone(config: Config, operation: Operation): Promise<string> {
  if (config.databaseUrl === undefined && !existsSync(path.join(config.dataDir, 'database')))
    throw noDatabase(config);
  const questionnaire = await loadQuestionnaire(path.join(PARTNERS, config.partner));
  const storage = await openStorage(config);
  const publicOrigin = (): string => config.publicUrl ?? `http://localhost:${config.port}`;
  // On PostgreSQL the servers that run take the jobs; the embedded database has none while this command holds it.
  const jobs =
    operation.kind === 'export-applications' && storage.engine === 'postgres'
      ? await startJobs(storage, tellFault)
      : undefined;
  try {
    const secret = await readServerSecret(storage.db, systemRandomness);
    return await runOperation(
      {
        ...config,
        clock,
        files: await openFiles(config, { secret, publicOrigin, clock }),
        questionnaire,
        audit: createAuditTrail(storage.db, clock),
        db: storage.db,
        publicOrigin,
        random: systemRandomness,
        ...(jobs && { jobs }),
      },
      operation,
      tellProgress,
    );
  } finally {
    await jobs?.stop();
    await storage.close();
  }
}
