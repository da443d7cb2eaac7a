import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { partnersFolder } from '#scripts/run-tool.ts';
import { type Config, parseConfig } from '#server/settings/config.ts';
import { OperationError } from '#server/http/operation-error.ts';
import { isRecorded, type Operation } from '#server/operator/operation-schemas.ts';
import { requestFromServer } from '#server/operator/operator-socket.ts';
import { explainStartError } from '#server/start/start-errors.ts';
import { UsageError } from '../run-script.ts';

/** Runs an operation; on the embedded database through its server. @throws Error with what to print */
export async function requestOperation(wanted: Operation): Promise<string> {
  const operation = isRecorded(wanted) ? { ...wanted, operator: await nameOperator() } : wanted;
  const config = requireConfig();
  if (config.databaseUrl === undefined) {
    const answer = await requestFromServer(config.dataDir, operation, printProgress);
    if (answer.kind === 'done') return answer.text;
    if (answer.kind === 'refused') throw new OperationError(answer.text);
  }
  return runHere(config, operation).catch((error: unknown) => {
    throw explainStartError(error, config);
  });
}

/** Prints to stderr, so that stdout can be redirected to a file. */
export function printProgress(progress: string): void {
  console.error(progress);
}

/** Reads the settings from the environment. @throws OperationError with all faults */
export function requireConfig(): Config {
  const parsed = parseConfig(process.env, partnersFolder);
  if (parsed.kind === 'faults') throw new OperationError(parsed.faults.join('\n'));
  return parsed.config;
}

/** Maximum length; longer values are mistakes. */
const MAX_NAME_LENGTH = 100;

/** Names the operator: OPERATOR, else typed, else the OS account, marked as such. @throws UsageError */
export async function nameOperator(): Promise<string> {
  const given =
    process.env['OPERATOR']?.trim() ||
    (process.stdin.isTTY ? await askOnTerminal('Your name, for the audit trail: ') : '') ||
    `account ${userInfo().username}`;
  if (given.length > MAX_NAME_LENGTH || /\p{C}/u.test(given))
    throw new UsageError(`OPERATOR must be a name of ${MAX_NAME_LENGTH} characters at most.`);
  return given;
}

/** Prompts on the terminal; returns '' without an answer. */
export async function askOnTerminal(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await Promise.race([
    terminal.question(question),
    new Promise<string>((resolve) => terminal.once('close', () => resolve(''))),
  ]);
  terminal.close();
  return answer.trim();
}

/** Runs an operation in this process, which holds the database. */
async function runHere(config: Config, operation: Operation): Promise<string> {
  if (config.databaseUrl === undefined && !existsSync(path.join(config.dataDir, 'database'))) {
    const cure = 'Set DATA_DIR or DATABASE_URL as for the server, or start the server once.';
    throw new OperationError(`There is no database in ${config.dataDir}. ${cure}`);
  }
  // Loaded on demand; requests to a server start faster without it.
  const { openOperatorServices } = await import('./operator-services.ts');
  const { runOperation } = await import('#server/operator/operations.ts');
  const opened = await openOperatorServices(config, operation.kind === 'export-applications');
  try {
    return await runOperation(opened.services, operation, printProgress);
  } finally {
    await opened.close();
  }
}
