import type { FastifyInstance } from 'fastify';
import { join } from 'node:path';
import { buildApp } from './app.ts';
import { parseConfig, type Environment } from './config.ts';
import { createFaultLog } from './fault-log.ts';
import { createSendMail, describeMail, type MailSettings } from './mail/send-mail.ts';
import { countEvents, countMails } from './operator/count-work.ts';
import { createMetrics } from './operator/metrics.ts';
import { createRenderer } from './pdf/render/renderer.ts';
import { startOperator } from './operator/start-operator.ts';
import { loadQuestionnaire } from './questionnaire.ts';
import { systemRandomness } from './randomness.ts';
import { explainStartFault } from './start-fault.ts';
import { createAuditTrail } from './storage/audit-trail.ts';
import { openStorage } from './storage/database.ts';
import { startJobs } from './storage/jobs.ts';
import { openFiles } from './storage/open-files.ts';
import { readServerSecret } from './storage/server-secret.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PARTNERS = join(ROOT, 'src', 'generated', 'partners');

export type RunningServer = {
  /** Where it listens, e.g. `http://127.0.0.1:3000`. */
  readonly address: string;
  /** Where people open it, e.g. `http://localhost:3000`: the only origin whose changes are accepted. */
  readonly url: string;
  /** Where mails go, for people. */
  readonly mail: string;
  /** Where those mails can be read, while the server is only tried. */
  readonly mailboxUrl: string | undefined;
  /** Where figures are told, e.g. `http://localhost:9464/metrics`. */
  readonly metricsUrl: string | undefined;
  /** Finishes what is running, then lets go of everything. */
  stop(): Promise<void>;
};

/** The environment cannot be used; `faults` are sentences for the operator. */
export class ConfigFaults extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'ConfigFaults';
    this.faults = faults;
  }
}

/**
 * Starts the whole server: environment, database, jobs, application, port.
 *
 * @throws ConfigFaults with every fault of the environment; Error with one sentence when the data directory
 * is in use, the questionnaire is not compiled, the database cannot be reached or the port is taken.
 */
export async function startServer(environment: Environment = process.env): Promise<RunningServer> {
  const parsed = parseConfig(environment, PARTNERS);
  if (parsed.kind === 'faults') throw new ConfigFaults(parsed.faults);
  const { config } = parsed;
  const questionnaire = await loadQuestionnaire(join(PARTNERS, config.partner));
  const mail: MailSettings = { smtpUrl: config.smtpUrl, from: config.mailFrom, dataDir: config.dataDir };
  const undo: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    const faults = createFaultLog();
    const storage = await openStorage(config, faults.onFault);
    undo.push(() => storage.close());
    const jobs = await startJobs(storage, (error) => faults.onFault('jobs', error));
    undo.push(() => jobs.stop());
    let origin = config.publicUrl ?? '';
    const metrics = createMetrics();
    const outside = { clock: () => new Date(), random: systemRandomness, publicOrigin: () => origin };
    const secret = await readServerSecret(storage.db, systemRandomness);
    const files = await openFiles(config, { ...outside, secret });
    await files.forms?.clean();
    const app = await buildApp({
      ...outside,
      config,
      files,
      jobs,
      metrics,
      questionnaire,
      renderer: createRenderer({ dataDir: config.dataDir, env: environment }),
      db: storage.db,
      pool: storage.pool,
      sendMail: countMails(createSendMail(mail), metrics),
      staticFolder: join(ROOT, 'dist'),
      apiFolder: join(ROOT, 'schemas', 'api'),
      logger: { level: config.logLevel },
    });
    faults.writeTo(app.log);
    undo.push(() => app.close());
    const address = await app.listen({ port: config.port, host: config.host });
    origin = config.publicUrl ?? `http://localhost:${portOf(app)}`;
    const { onFault } = faults;
    const audit = countEvents(createAuditTrail(storage.db, outside.clock, onFault), metrics);
    const parts = { ...outside, ...config, audit, files, jobs, questionnaire, db: storage.db };
    const operator = await startOperator(config, parts, { metrics, onFault });
    undo.push(() => operator.close());
    const { mailboxUrl, metricsUrl } = operator;
    return { address, url: origin, mail: describeMail(mail), mailboxUrl, metricsUrl, stop };
  } catch (error) {
    await stop();
    throw explainStartFault(error, config);
  }
}

function portOf(app: FastifyInstance): number {
  const listening = app.server.address();
  if (listening === null || typeof listening === 'string') throw new Error('The server listens on no port.');
  return listening.port;
}

/** Runs the server until it is told to stop; a start that fails is a sentence and exit code 1. */
export async function runServer(): Promise<void> {
  try {
    const server = await startServer();
    console.log(`Matricula is at ${server.url}; mails go to ${server.mail}. Stop it with Ctrl+C.`);
    if (server.mailboxUrl) console.log(`To read the mails: ${server.mailboxUrl}`);
    if (server.metricsUrl) console.log(`Figures: ${server.metricsUrl}`);
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void server.stop());
  } catch (error) {
    // A sentence, not a stack: the data folder is in use, the port is taken, …
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

if (import.meta.main) await runServer();
