import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildApp } from './app.ts';
import { parseConfig, type Config, type Environment } from './config.ts';
import { createFaultLog } from './fault-log.ts';
import { createSchoolDirectories } from './lookup/school-directories.ts';
import { createSendMail, describeMail, type MailSettings } from './mail/send-mail.ts';
import { countEvents, countMails } from '#server/metrics/instrumentation.ts';
import { createMetrics } from '#server/metrics/metrics.ts';
import { createRenderer } from './pdf/render/renderer.ts';
import { startOperator } from './operator/start-operator.ts';
import { loadQuestionnaire, ownTextsOf, type Questionnaire } from './questionnaire.ts';
import { systemRandomness } from './randomness.ts';
import { createSteadyClock } from './steady-clock.ts';
import { explainStartFault, isRetryableStart } from './start-fault.ts';
import { createAuditTrail } from './audit/audit-trail.ts';
import { openStorage } from './storage/database.ts';
import { startJobs } from './jobs/jobs.ts';
import { openSealedDatabase } from '#server/student-tables/sealed-database.ts';
import { openFiles } from './storage/open-files.ts';
import { keepNewFilesPrivate, narrowModes } from './storage/private-folder.ts';
import { followServerSecret, readServerSecret } from './storage/server-secret.ts';
import { openWaitingServer, portOfServer, type WaitingServer } from './waiting-server.ts';
import { setOwnTexts } from '#texts/say.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PARTNERS = join(ROOT, 'src', 'generated', 'partners');
/** Between two tries to start while the database is unavailable. */
const RETRY_MS = 500;

export type RunningServer = {
  /** Where it listens, e.g. `http://127.0.0.1:3000`. */
  readonly address: string;
  /** Where people open it, e.g. `http://localhost:3000`: the only origin whose changes are accepted. */
  readonly url: string;
  /** Where mails go, for people. */
  readonly mail: string;
  /** Where those mails can be read, as long as the server is a trial. */
  readonly mailboxUrl: string | undefined;
  /** Where the metrics are, e.g. `http://localhost:9464/metrics`. */
  readonly metricsUrl: string | undefined;
  /** Finishes what is running, then closes everything. */
  stop(): Promise<void>;
};

/** The environment cannot be used; `faults` are sentences for the operator. */
class ConfigFaults extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'ConfigFaults';
    this.faults = faults;
  }
}

/**
 * Starts the whole server: environment, database, jobs, application, port. While a PostgreSQL server is unavailable, it
 * listens, answers that students should wait, and tries again until the database is there.
 *
 * @param onWait called with a sentence that says what the start waits for
 * @throws ConfigFaults with every fault of the environment; Error with one sentence when the data directory
 * is in use, the questionnaire is not compiled, the database refuses the connection or the port is taken.
 */
export async function startServer(
  environment: Environment = process.env,
  onWait: (sentence: string) => void = () => undefined,
): Promise<RunningServer> {
  const parsed = parseConfig(environment, PARTNERS);
  if (parsed.kind === 'faults') throw new ConfigFaults(parsed.faults);
  const { config } = parsed;
  const questionnaire = await loadQuestionnaire(join(PARTNERS, config.partner));
  // Before the application has it: what is said while the database is unavailable.
  setOwnTexts(ownTextsOf(questionnaire));
  let { port } = config;
  let waiting: WaitingServer | undefined;
  const freePort = async (): Promise<number> => {
    await waiting?.close();
    waiting = undefined;
    return port;
  };
  try {
    for (;;) {
      try {
        return await openServer({ config, questionnaire, environment, freePort });
      } catch (error) {
        if (!isRetryableStart(error, config)) throw error;
        waiting ??= await openWaitingServer(port, config.host);
        ({ port } = waiting);
        onWait(sentenceOf(explainStartFault(error, config)));
      }
      await delay(RETRY_MS);
    }
  } catch (error) {
    await freePort();
    throw explainStartFault(error, config);
  }
}

type Opening = {
  readonly config: Config;
  readonly questionnaire: Questionnaire;
  readonly environment: Environment;
  /** The port to listen on, on which nothing of ours listens any more. */
  readonly freePort: () => Promise<number>;
};

/** Opens everything in turn; what fails closes what was opened before. */
async function openServer({ config, questionnaire, environment, freePort }: Opening): Promise<RunningServer> {
  const mail: MailSettings = { ...config, from: config.mailFrom };
  const faults = createFaultLog();
  const undo: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed())
      await step().catch((error: unknown) => faults.onFault('the stop', error));
  };
  try {
    const storage = await openStorage(config, faults.onFault);
    undo.push(() => storage.close());
    const jobs = await startJobs(storage, (error) => faults.onFault('jobs', error));
    undo.push(() => jobs.stop());
    let origin = config.publicUrl ?? '';
    const metrics = createMetrics();
    const steadyClock = createSteadyClock({ wall: Date.now, monotonic: () => performance.now() });
    const outside = { clock: () => new Date(), random: systemRandomness, publicOrigin: () => origin };
    const secret = await readServerSecret(storage.db, systemRandomness);
    undo.push(followServerSecret(secret, faults.onFault));
    const { db, isAllEncrypted } = await openSealedDatabase(storage.db, config, questionnaire.definition);
    const files = await openFiles(config, { ...outside, secret });
    await files.forms?.clean();
    const { onFault } = faults;
    const directories = createSchoolDirectories({ ...outside, db, onFault, questionnaire });
    const app = await buildApp({
      ...outside,
      steadyClock,
      config,
      directories,
      files,
      jobs,
      metrics,
      questionnaire,
      secret,
      renderer: createRenderer({ ...config, env: environment, onWarning: (text) => app.log.warn(text) }),
      db,
      pool: storage.pool,
      sendMail: countMails(createSendMail(mail), metrics),
      staticFolder: join(ROOT, 'dist'),
      apiFolder: join(ROOT, 'schemas', 'api'),
      logger: { level: config.logLevel },
    });
    faults.writeTo(app.log);
    narrowModes(config.dataDir, app.log);
    for (const sentence of keyWarnings(config, isAllEncrypted)) app.log.warn(sentence);
    undo.push(() => app.close());
    const address = await app.listen({ port: await freePort(), host: config.host });
    origin = config.publicUrl ?? `http://localhost:${portOfServer(app.server)}`;
    const audit = countEvents(createAuditTrail(db, outside.clock, onFault), metrics);
    const parts = { ...outside, ...config, audit, directories, files, jobs, questionnaire, db };
    const operator = await startOperator(config, parts, { metrics, onFault });
    undo.push(() => operator.close());
    const { mailboxUrl, metricsUrl } = operator;
    return { address, url: origin, mail: describeMail(mail), mailboxUrl, metricsUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Who tries it on one machine has nothing to encrypt yet. */
function keyWarnings({ dataKeys, databaseUrl, smtpUrl, publicUrl }: Config, isAllEncrypted: boolean) {
  const isInService = (databaseUrl ?? smtpUrl) !== undefined || publicUrl?.startsWith('https:') === true;
  return [
    ...(isInService && dataKeys.length === 0
      ? ['DATA_KEY is not set: sensitive answers and files are stored as they are.']
      : []),
    ...(isAllEncrypted
      ? []
      : [
          'Some of what is stored may not be encrypted with DATA_KEY yet: "npm run rotate-secret -- --data".',
        ]),
  ];
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** More than all that stops takes together, each with a time of its own; a slow machine may need longer. */
const STOP_LIMIT_MS = 20_000;

/** What has not stopped then is cut off as by a crash, which loses nothing that was acknowledged. */
async function end(server: RunningServer): Promise<void> {
  const limit = setTimeout(() => {
    console.error('Some work did not stop in time and was cut off.');
    process.exit(1);
  }, STOP_LIMIT_MS);
  await server.stop();
  clearTimeout(limit);
  process.exit(0);
}

/** Runs the server until a signal stops it; a start that fails prints a sentence and exits with code 1. */
export async function runServer(): Promise<void> {
  keepNewFilesPrivate();
  try {
    let waitsFor = '';
    const server = await startServer(process.env, (sentence) => {
      if (sentence !== waitsFor)
        console.error(`${sentence} The server waits for it; students are asked to wait.`);
      waitsFor = sentence;
    });
    console.log(`Matricula is at ${server.url}; emails go to ${server.mail}. Stop it with Ctrl+C.`);
    if (server.mailboxUrl) console.log(`To read the emails: ${server.mailboxUrl}`);
    if (server.metricsUrl) console.log(`Metrics: ${server.metricsUrl}`);
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void end(server));
  } catch (error) {
    // A sentence, not a stack: the data folder is in use, the port is taken, …
    console.error(sentenceOf(error));
    process.exitCode = 1;
  }
}

if (import.meta.main) await runServer();
