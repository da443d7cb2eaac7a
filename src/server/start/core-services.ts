import type { FastifyBaseLogger, FastifyInstance, FastifyServerOptions } from 'fastify';
import type { PasswordHasher } from '../accounts/password-hasher.ts';
import { createAuditTrail } from '../audit/audit-trail.ts';
import type { Conversion } from '../documents/convert/conversion.ts';
import { createBackground, logErrorsTo } from '../http/error-log.ts';
import { createLocales, type Locales, withLocales } from '../http/locale.ts';
import type { Randomness } from '../http/secret-token.ts';
import type { JobQueue } from '../jobs/jobs.ts';
import { createClientLimits } from '../limits/client-limits.ts';
import { createLimits } from '../limits/limits.ts';
import { createMemoryLimits } from '../limits/memory-limits.ts';
import type { SchoolDirectories } from '../lookup/school-directories.ts';
import { letterheadOf, writeLetter, type Letter } from '../mail/letter.ts';
import type { PostMail } from '../mail/send-mail.ts';
import { countEvents, countErrors, measurePageLoads } from '../metrics/instrumentation.ts';
import { createMetrics, type Metrics } from '../metrics/metrics.ts';
import type { Renderer } from '../pdf/render/renderer.ts';
import { createPageLoads, createSessionCookies, createSessionGuard } from '../sessions/session-guard.ts';
import { createStudentLimits } from '../sessions/student-limits.ts';
import type { Config, TrustProxy } from '../settings/config.ts';
import { institutionOf, type Questionnaire } from '../settings/questionnaire.ts';
import type { AddressSettings } from '../settings/service-addresses.ts';
import type { Database } from '../database/database.ts';
import { createDiscardFiles } from '../files/file-store.ts';
import type { OpenedFiles } from '../files/open-files.ts';
import { readServerSecret, type ServerSecret } from '../database/server-secret.ts';
import { selectLanguage } from '../student-tables/account-store.ts';

/** What differs between production, development and tests. */
export type AppOptions = {
  readonly config: {
    readonly partner: string;
    readonly cookiePrefix: string;
    readonly trustProxy: TrustProxy;
    /** Where mails are stored as files. Default: nowhere. */
    readonly dataDir?: string;
    /** Default: the ZIP codes that the project ships. */
    readonly address?: AddressSettings;
    /** Default: no malware scanner. */
    readonly scanner?: Config['scanner'];
  };
  /** Origin of this server as students see it. Read at each use, because a free port is known late. */
  readonly publicOrigin: () => string;
  readonly db: Database;
  /** Runs prepared statements on the same database. */
  readonly jobs: JobQueue;
  /** Stores the bytes of documents. With a store on its own disk, this server accepts the uploads. */
  readonly files: OpenedFiles;
  readonly clock: () => Date;
  /** Measures sessions, codes and waits, whatever is done to the clock. Default: the clock. */
  readonly steadyClock?: () => Date;
  readonly random: Randomness;
  readonly sendMail: PostMail;
  readonly questionnaire: Questionnaire;
  /** Folder of the built client. */
  readonly staticFolder: string;
  /** Folder of the API schemas (schemas/api). */
  readonly apiFolder: string;
  readonly logger: FastifyServerOptions['logger'];
  /** What this server signs with. Default: as the database has it now. */
  readonly secret?: ServerSecret;
  /** Default: hashes at the real cost. */
  readonly hasher?: PasswordHasher;
  /** Makes a PDF of a file. Default: in processes of its own. */
  readonly convert?: (bytes: Buffer, fileName: string) => Promise<Conversion>;
  /** Renders the PDF copies. Default: one that unpacks its browser into the project. */
  readonly renderer?: Renderer;
  /** Where schools are looked up. Default: directories of its own. */
  readonly directories?: SchoolDirectories;
  /** How many calls of one student run at once. */
  readonly callsAtOnce?: number;
  /** How long a call waits at present, in milliseconds. Default: not at all. */
  readonly callDelay?: () => number;
  /** Calls per second from which on calls are rejected early. Default: 50. */
  readonly leastCalls?: number;
  /** Aborted once this server is to stop, so that a balancer sends no more calls. Default: never. */
  readonly leaving?: AbortSignal;
  /** Traces each request. Default: no tracing. */
  readonly traceRequests?: ((app: FastifyInstance) => void) | undefined;
  /** Default: counters that nobody reads. */
  readonly metrics?: Metrics;
};

/** What all areas of the server are built from. */
export type CoreServices = Readonly<Awaited<ReturnType<typeof createCoreServices>>>;

/** What the HTTP server needs before it has a log. */
export type ServerOptions = Pick<AppOptions, 'config' | 'logger' | 'publicOrigin' | 'traceRequests'> & {
  readonly locales: Locales;
  readonly metrics: Metrics;
};

/** Fills in the defaults that the HTTP server needs. */
export function serverOptionsOf(options: AppOptions): ServerOptions {
  const { metrics = createMetrics(), questionnaire } = options;
  return { ...options, metrics, locales: createLocales(questionnaire) };
}

/** Builds the core services on a server's log. */
export async function createCoreServices(
  options: AppOptions,
  { locales, metrics }: ServerOptions,
  log: FastifyBaseLogger,
) {
  const { clock, config, db, publicOrigin, questionnaire, random, steadyClock = clock } = options;
  const onError = countErrors(logErrorsTo(log), metrics);
  const secret = options.secret ?? (await readServerSecret(db, random));
  const cookies = createSessionCookies(config.cookiePrefix, publicOrigin, random);
  const memoryLimits = createMemoryLimits(steadyClock);
  const limits = createLimits(db, secret);
  const clientLimits = createClientLimits({ limits, memoryLimits, clock: steadyClock });
  const students = createStudentLimits({ memoryLimits, clientLimits, callsAtOnce: options.callsAtOnce });
  const background = createBackground(onError);
  const pageLoads = measurePageLoads(createPageLoads(), metrics);
  const institution = institutionOf(questionnaire);
  const letterhead = letterheadOf(questionnaire.partner, institution);
  return {
    audit: countEvents(createAuditTrail(db, clock, onError), metrics),
    background,
    clientLimits,
    clock,
    config,
    cookies,
    /** '' where mails are not stored as files. */
    dataDir: config.dataDir ?? '',
    db,
    definition: questionnaire.definition,
    discard: createDiscardFiles(options.files, onError),
    files: options.files,
    guard: createSessionGuard({ background, db, cookies, students, clock: steadyClock, secret, pageLoads }),
    /** What the university calls itself. */
    institution,
    jobs: withLocales(options.jobs, locales, (username) => selectLanguage(db, username)),
    limits,
    locales,
    /** The questionnaire in the language of the request or job. What is stored is in English. */
    localized: () => locales.localized(questionnaire),
    log,
    memoryLimits,
    onError,
    /** Name of the partner's file in schemas/partners. */
    partner: config.partner,
    publicOrigin,
    questionnaire,
    random,
    secret,
    /** Measures sessions, codes and waits, whatever is done to the machine's clock. */
    steadyClock,
    /** Writes a letter with the institution's letterhead. */
    writeLetter: (letter: Letter) => writeLetter(letterhead, letter),
  };
}
