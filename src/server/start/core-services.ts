import type { FastifyBaseLogger, FastifyInstance, FastifyServerOptions } from 'fastify';
import type { PasswordHasher } from '../accounts/password-hasher.ts';
import { createAuditTrail } from '../audit/audit-trail.ts';
import type { Conversion } from '../documents/convert/conversion.ts';
import { createBackground } from '../http/background-work.ts';
import { logErrorsTo } from '../http/error-log.ts';
import { createLocales, type Locales, withLocales } from '../http/locale.ts';
import type { Randomness } from '../http/secret-token.ts';
import type { JobQueue } from '../jobs/jobs.ts';
import { createClientLimits } from '../limits/client-limits.ts';
import { createDatabaseLimits } from '../limits/database-limits.ts';
import { createMemoryLimits } from '../limits/memory-limits.ts';
import type { SchoolDirectories } from '../lookup/school-directories.ts';
import { writeLetter, type Letter } from '../mail/letter.ts';
import type { PostMail } from '../mail/send-mail.ts';
import { countEvents, countErrors, measurePageLoads } from '../metrics/instrumentation.ts';
import { createMetrics, type Metrics } from '../metrics/metrics.ts';
import type { Renderer } from '../pdf/render/renderer.ts';
import { createPageLoads } from '../limits/page-loads.ts';
import { createSessionCookies, createSessionGuard } from '../sessions/session-guard.ts';
import { createClientMemory } from '../limits/client-memory.ts';
import { createStudentLimits } from '../sessions/student-limits.ts';
import type { Config } from '../settings/config.ts';
import type { Questionnaire } from '../settings/questionnaire.ts';
import type { Database } from '../database/database.ts';
import { createDiscardFiles } from '../files/file-store.ts';
import type { OpenedFiles } from '../files/open-files.ts';
import { readServerSecret, type ServerSecret } from '../database/server-secret.ts';
import { selectLanguage } from '../student-tables/account-store.ts';

/** Options that differ between production, development and tests. */
export type AppOptions = {
  readonly config: Pick<Config, 'partner' | 'cookiePrefix' | 'trustProxy'> &
    Partial<Pick<Config, 'databaseUrl'>> & {
      /** Folder for mails stored as files. Default: none. */
      readonly dataDir?: string;
      /** Default: the bundled ZIP codes. */
      readonly address?: Config['address'];
      /** Default: no malware scanner. */
      readonly scanner?: Config['scanner'];
    };
  /** Public origin of this server. Read at each use, because a free port is known late. */
  readonly publicOrigin: () => string;
  readonly db: Database;
  /** Runs prepared statements on the same database. */
  readonly jobs: JobQueue;
  /** Document storage. With a store on its own disk, this server accepts the uploads. */
  readonly files: OpenedFiles;
  readonly clock: () => Date;
  /** Clock for sessions, codes and waits, unaffected by system clock changes. Default: `clock`. */
  readonly steadyClock?: () => Date;
  readonly random: Randomness;
  readonly sendMail: PostMail;
  readonly questionnaire: Questionnaire;
  /** Folder of the built client. */
  readonly staticFolder: string;
  /** Folder of the API schemas (schemas/api). */
  readonly apiFolder: string;
  readonly logger: FastifyServerOptions['logger'];
  /** Signing secret. Default: the current one in the database. */
  readonly secret?: ServerSecret;
  /** Default: full-cost hashing. */
  readonly hasher?: PasswordHasher;
  /** Converts a file to PDF. Default: in separate processes. */
  readonly convert?: (bytes: Buffer, fileName: string) => Promise<Conversion>;
  /** Renders PDF copies. Default: a renderer that unpacks its browser into the project. */
  readonly renderer?: Renderer;
  /** School directories. Default: created by the server. */
  readonly directories?: SchoolDirectories;
  /** Maximum concurrent calls per student. */
  readonly callsAtOnce?: number;
  /** Current delay of calls in milliseconds. Default: none. */
  readonly callDelay?: () => number;
  /** Calls per second above which calls are rejected early. Default: 50. */
  readonly leastCalls?: number;
  /** Aborted when shutdown begins, so that load balancers stop sending calls. Default: never. */
  readonly leaving?: AbortSignal;
  /** Traces each request. Default: no tracing. */
  readonly traceRequests?: ((app: FastifyInstance) => void) | undefined;
  /** Default: metrics that are not exposed. */
  readonly metrics?: Metrics;
};

/** Services shared by all areas of the server. */
export type CoreServices = Readonly<Awaited<ReturnType<typeof createCoreServices>>>;

/** Options of the HTTP server, known before it has a log. */
export type ServerOptions = Pick<AppOptions, 'config' | 'logger' | 'publicOrigin' | 'traceRequests'> & {
  readonly locales: Locales;
  readonly metrics: Metrics;
};

/** Fills in the defaults that the HTTP server needs. */
export function serverOptionsOf(options: AppOptions): ServerOptions {
  const { metrics = createMetrics(), questionnaire } = options;
  return { ...options, metrics, locales: createLocales(questionnaire) };
}

/** Builds the core services with a server's log. */
export async function createCoreServices(
  options: AppOptions,
  { locales, metrics }: ServerOptions,
  log: FastifyBaseLogger,
) {
  const { clock, config, db, publicOrigin, questionnaire, random, steadyClock = clock } = options;
  const onError = countErrors(logErrorsTo(log), metrics);
  const secret = options.secret ?? (await readServerSecret(db, random));
  const cookies = createSessionCookies(config.cookiePrefix, publicOrigin, secret);
  const memoryLimits = createMemoryLimits(steadyClock);
  const limits = createDatabaseLimits(db, secret);
  const clientLimits = createClientLimits({ limits, memoryLimits, clock: steadyClock });
  const students = createStudentLimits({
    memoryLimits,
    clientLimits,
    secret,
    callsAtOnce: options.callsAtOnce,
  });
  const background = createBackground(onError);
  const pageLoads = measurePageLoads(createPageLoads(config.databaseUrl === undefined), metrics);
  const session = { background, db, cookies, students, locales, secret, pageLoads };
  return {
    audit: createAuditTrail(db, clock, onError, countEvents(metrics)),
    background,
    clientLimits,
    clock,
    config,
    cookies,
    /** '' when mails are not stored as files. */
    dataDir: config.dataDir ?? '',
    db,
    definition: questionnaire.definition,
    clientMemory: createClientMemory(options.files),
    discard: createDiscardFiles(options.files, onError),
    files: options.files,
    guard: createSessionGuard({ ...session, clock: steadyClock }),
    /** Name of the university. */
    institution: questionnaire.partner.name,
    jobs: withLocales(options.jobs, locales, (username) => selectLanguage(db, username)),
    limits,
    locales,
    pageLoads,
    /** The questionnaire in the language of the request or job. Stored data is in English. */
    localized: () => locales.localized(questionnaire),
    log,
    memoryLimits,
    onError,
    /** File name of the partner in schemas/partners. */
    partner: config.partner,
    publicOrigin,
    questionnaire,
    random,
    secret,
    /** Clock for sessions, codes and waits, unaffected by system clock changes. */
    steadyClock,
    /** Writes a letter with the institution's letterhead. */
    writeLetter: (letter: Letter) => writeLetter(questionnaire.partner, letter),
  };
}
