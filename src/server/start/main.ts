import { loadQuestionnaire, type Questionnaire } from '../settings/questionnaire.ts';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildApp } from './app.ts';
import { addressOfServer } from '../http/create-server.ts';
import type { FastifyInstance } from 'fastify';
import { parseConfig, takeSecrets, type Config, type Environment } from '../settings/config.ts';
import { createErrorLog, printError, type OnError } from '../http/error-log.ts';
import { openLogOutput, handleProcessErrors } from './process-errors.ts';
import { createSchoolDirectories } from '../lookup/school-directories.ts';
import { dropRefused, createSendMail, describeMail, type MailSettings } from '../mail/send-mail.ts';
import { buildLabels } from '../metrics/gauges.ts';
import { countEvents, countErrors, countFileErrors, countMails } from '#server/metrics/instrumentation.ts';
import { createMetrics, type Metrics } from '#server/metrics/metrics.ts';
import { chromiumFolders, createRenderer } from '../pdf/render/renderer.ts';
import { unpackChromium } from '../pdf/browser/chromium-files.ts';
import { startOperator } from '../operator/start-operator.ts';
import { createLocales } from '../http/locale.ts';
import { systemRandomness } from '../http/secret-token.ts';
import { measureCallDelay } from '../limits/call-delay.ts';
import { databaseAnswers, openStorage } from '../database/database.ts';
import { createSteadyClock } from '../settings/steady-clock.ts';
import { settingsWarnings, logWarnings, explainStartError, isRetryableStart } from './start-errors.ts';
import { createAuditTrail } from '../audit/audit-trail.ts';
import { startJobs } from '../jobs/jobs.ts';
import { openEncryptedDatabase } from '#server/student-tables/encrypted-database.ts';
import { openFiles, type OpenedFiles, type OpenFilesParts, findOtherFiles } from '../files/open-files.ts';
import { keepNewFilesPrivate, narrowModes } from '../files/private-files.ts';
import { followServerSecret, readServerSecret } from '../database/server-secret.ts';
import { openTracing } from '../tracing/open-tracing.ts';
import { openWaitingServer, type WaitingServer } from './waiting-server.ts';
import { languageOf, setLanguage } from '#texts/language.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const PARTNERS = join(ROOT, 'src', 'generated', 'partners');
const FOLDERS = { staticFolder: join(ROOT, 'dist'), apiFolder: join(ROOT, 'schemas', 'api') };
/** Delay after which a start that is still waiting opens the waiting server. */
const LONG_START_MS = 2000;
/** Interval between attempts to start while the database is unavailable. */
const RETRY_MS = 500;
/** Length of the accept queue: Linux's default maximum. Node's own default is 511. */
const BACKLOG = 4096;
/** Long enough for a load balancer that checks every second to notice. */
const LEAVE_MS = 2000;

export type RunningServer = {
  /** Listen address, e.g. `http://127.0.0.1:3000`. */
  readonly address: string;
  /** Public URL, e.g. `http://localhost:3000`: the only origin whose changes are accepted. */
  readonly url: string;
  /** Mail destination, in words. */
  readonly mail: string;
  /** URL of the mailbox of a trial server. */
  readonly mailboxUrl: string | undefined;
  /** URL of the metrics, e.g. `http://localhost:9464/metrics`. */
  readonly metricsUrl: string | undefined;
  /** Logs and counts an error. */
  readonly onError: OnError;
  /** Finishes running work, then closes everything. */
  stop(): Promise<void>;
};

/**
 * Starts the whole server. While PostgreSQL is unavailable, it listens, asks students to wait, and retries.
 * @param onWait called with a sentence that names what the start is waiting for
 * @throws Error with every fault of the environment, or one sentence for anything else
 */
export async function startServer(
  environment: Environment = process.env,
  onWait: (sentence: string) => void = () => undefined,
): Promise<RunningServer> {
  const parsed = parseConfig(environment, PARTNERS);
  if (parsed.kind === 'faults') throw new Error(parsed.faults.join('\n'));
  const { config } = parsed;
  const questionnaire = await loadQuestionnaire(join(PARTNERS, config.partner));
  // Set before the application exists, for messages while the database is unavailable.
  setLanguage(languageOf(questionnaire.partner));
  const waiting = createWait(config, questionnaire);
  try {
    for (;;) {
      try {
        return await openServer({ config, questionnaire, environment, freePort: () => waiting.end() });
      } catch (error) {
        if (!isRetryableStart(error, config)) throw error;
        await waiting.begin();
        onWait(sentenceOf(explainStartError(error, config)));
      }
      await delay(RETRY_MS);
    }
  } catch (error) {
    await waiting.end();
    throw explainStartError(error, config);
  }
}

/** Opens the waiting server after a database error or during a long start. */
function createWait(config: Config, questionnaire: Questionnaire) {
  let { port } = config;
  let opened: Promise<WaitingServer> | undefined;
  const open = async (): Promise<WaitingServer> => {
    const locales = createLocales(questionnaire);
    const page = {
      ...config,
      questionnaire,
      locales,
      folder: FOLDERS.staticFolder,
      random: systemRandomness,
      clock: () => new Date(),
    };
    const server = await openWaitingServer({ ...config, port }, page);
    ({ port } = server);
    return server;
  };
  const begin = (): Promise<WaitingServer> =>
    (opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    }));
  // The application reports a port in use when it listens on it.
  const late = setTimeout(() => void begin().catch(() => undefined), LONG_START_MS);
  if (config.databaseUrl === undefined) clearTimeout(late);
  return {
    begin,
    /** @returns the port to listen on, now free */
    async end(): Promise<number> {
      clearTimeout(late);
      // A server that failed to listen need not be closed.
      const server = await opened?.catch(() => undefined);
      opened = undefined;
      await server?.close();
      return port;
    },
  };
}

type Opening = {
  readonly config: Config;
  readonly questionnaire: Questionnaire;
  readonly environment: Environment;
  /** Returns the port to listen on, after freeing it. */
  readonly freePort: () => Promise<number>;
};

/** Opens everything in order; on failure, closes what was opened. */
async function openServer({ config, questionnaire, environment, freePort }: Opening): Promise<RunningServer> {
  const mail: MailSettings = { ...config, from: config.mailFrom };
  const { faults, metrics, onError, log } = openReports();
  const undo: (() => Promise<void>)[] = [log.close];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed())
      await step().catch((error: unknown) => onError('the stop', error));
  };
  try {
    const browser = unpackBrowser(config, environment, onError);
    const [storage] = await Promise.all([openStorage(config, onError), browser]);
    undo.push(() => storage.close());
    const jobs = await startJobs(storage, onError, config.smtpConnections);
    undo.push(() => jobs.stop());
    let origin = config.publicUrl ?? '';
    const leaving = new AbortController();
    const outside = { clock: () => new Date(), random: systemRandomness, publicOrigin: () => origin };
    const secret = await readServerSecret(storage.db, systemRandomness);
    const callDelay = measureCallDelay(() => databaseAnswers(storage.db));
    undo.push(callDelay.stop, followServerSecret(secret, onError));
    const { db, isAllEncrypted } = await openEncryptedDatabase(storage.db, config);
    const files = await openOwnFiles(config, { ...outside, secret, db }, metrics);
    const otherFiles = config.databaseUrl && (await findOtherFiles(storage.db, files, onError));
    const directories = createSchoolDirectories({ db, onError });
    const app = await buildApp({
      ...outside,
      steadyClock: createSteadyClock({ wall: Date.now, monotonic: () => performance.now() }),
      config,
      directories,
      files,
      jobs,
      metrics,
      leaving: leaving.signal,
      questionnaire,
      secret,
      traceRequests: await openTracing(config, storage.pool, { onError, undo }),
      renderer: createRenderer({ ...config, env: environment, onWarning: (text) => app.log.warn(text) }),
      callDelay: callDelay.read,
      db,
      sendMail: dropRefused(countMails(createSendMail(mail), metrics), onError),
      ...FOLDERS,
      logger: { level: config.logLevel, stream: log.output },
    });
    faults.writeTo(app.log);
    narrowModes(config.dataDir, app.log);
    await logWarnings(app, [...settingsWarnings(config, isAllEncrypted), storage.ahead, otherFiles]);
    undo.push(() => leave(config, leaving).then(() => app.close()));
    const address = await app.listen({ port: await freePort(), host: config.host, backlog: BACKLOG });
    origin = config.publicUrl ?? `http://localhost:${addressOfServer(app.server).port}`;
    const audit = createAuditTrail(db, outside.clock, onError, countEvents(metrics));
    const parts = { ...outside, ...config, audit, directories, files, jobs, questionnaire, db };
    const measured = { ...storage, callDelay, directories, build: buildLabels(config, questionnaire) };
    const { close, ...urls } = await startOperator(config, parts, { metrics, measured, onError });
    undo.push(close);
    return { ...logReady(app, { address, url: origin, mail: describeMail(mail), ...urls }), onError, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function logReady({ log }: FastifyInstance, addresses: Omit<RunningServer, 'onError' | 'stop'>) {
  log.info(addresses, 'the server is ready');
  return addresses;
}

/** Unpacks the browser that renders PDF copies. On failure, the server runs without it. */
async function unpackBrowser({ dataDir }: Config, env: Environment, onError: OnError): Promise<void> {
  const settings = { cacheFolders: chromiumFolders(dataDir), env };
  await unpackChromium(settings).catch((error: unknown) => onError('unpacking Chromium', error));
}

/** Opens the file store and removes partial files left by a crash. */
async function openOwnFiles(config: Config, parts: OpenFilesParts, metrics: Metrics): Promise<OpenedFiles> {
  const files = countFileErrors(await openFiles(config, parts), metrics);
  await files.forms?.clean();
  return files;
}

/** Reports shutdown, and waits until load balancers have noticed. */
async function leave({ trustProxy }: Config, leaving: AbortController): Promise<void> {
  leaving.abort();
  if (trustProxy !== false) await delay(LEAVE_MS);
}

/** Creates the metrics and the log, which collects errors from the start. */
function openReports() {
  const metrics = createMetrics();
  const faults = createErrorLog();
  const log = openLogOutput(() => metrics.count('matricula_log_lines_dropped_total'));
  return { metrics, faults, onError: countErrors(faults.onError, metrics), log };
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Longer than all shutdown steps together, even on a slow machine. */
const STOP_LIMIT_MS = 20_000;

/** Stops the server, or exits after the limit; acknowledged changes are never lost. */
async function end(server: RunningServer): Promise<void> {
  const limit = setTimeout(() => {
    console.error('Some work did not stop in time and was cut off.');
    process.exit(1);
  }, STOP_LIMIT_MS);
  await server.stop();
  clearTimeout(limit);
  process.exit(0);
}

/** Prints the addresses to a terminal. The log itself is only JSON. */
function printAddresses({ url, mail, mailboxUrl, metricsUrl }: RunningServer): void {
  console.log(`Matricula is at ${url}; emails go to ${mail}. Stop it with Ctrl+C.`);
  if (mailboxUrl) console.log(`To read the emails: ${mailboxUrl}`);
  if (metricsUrl) console.log(`Metrics: ${metricsUrl}`);
}

/** Runs the server until a signal stops it. A failed start prints a sentence and exits with code 1. */
export async function runServer(): Promise<void> {
  keepNewFilesPrivate();
  let onError: OnError = printError;
  handleProcessErrors((task, error) => onError(task, error));
  try {
    let waitsFor = '';
    const server = await startServer(takeSecrets(process.env), (sentence) => {
      if (sentence !== waitsFor)
        console.error(`${sentence} The server waits for it; students are asked to wait.`);
      waitsFor = sentence;
    });
    ({ onError } = server);
    if (process.stdout.isTTY) printAddresses(server);
    let ending: Promise<void> | undefined;
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.on(signal, () => void (ending ??= end(server)));
  } catch (error) {
    // A sentence, not a stack: the data folder is in use, the port is taken, …
    console.error(sentenceOf(error));
    process.exitCode = 1;
  }
}

if (import.meta.main) await runServer();
