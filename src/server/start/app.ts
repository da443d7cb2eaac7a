import { languageOfSettings, institutionOf, type Questionnaire } from '../settings/questionnaire.ts';
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';
import { createAccountMails } from '../accounts/account-mails.ts';
import { accountRoutes } from '../accounts/account-routes.ts';
import { signupRoutes } from '../accounts/signup-routes.ts';
import { auditAccountCalls } from '../accounts/audit-account-calls.ts';
import { createCheckCard, createCheckPassword } from '../accounts/account-rules.ts';
import { createConfirmationStore } from '../accounts/confirmation-store.ts';
import { createLoginParts } from '../accounts/login-parts.ts';
import { createOpenSession } from '../accounts/open-session.ts';
import { emailRoutes } from '../accounts/own-email.ts';
import { createWithOwnPassword, passwordRoutes } from '../accounts/own-password.ts';
import type { PasswordHasher } from '../accounts/password-hasher.ts';
import type { ApplicationParts } from '../application/application-parts.ts';
import { selectLanguage } from '#server/student-tables/account-store.ts';
import { insertApplication } from '#server/student-tables/application-store.ts';
import { applicationRoutes } from '../application/application-routes.ts';
import { sendReceivedMail } from '../application/received-mail.ts';
import { insertDefinition } from '#server/student-tables/submission-store.ts';
import { loadApiCalls, type SchemaOf } from '../http/api-schemas.ts';
import type { Config, TrustProxy } from '../settings/config.ts';
import { createServer } from '../http/create-server.ts';
import { addDocuments } from '../documents/add-documents.ts';
import { convertDocument } from '../documents/convert/convert-document.ts';
import type { ConvertFile } from '../documents/conversion-worker.ts';
import { logFaultsTo, type OnFault } from '../http/error-log.ts';
import { addLookups } from '../lookup/add-lookups.ts';
import type { AddressSettings } from '../settings/service-addresses.ts';
import type { SchoolDirectories } from '../lookup/school-directories.ts';
import { letterheadOf, writeLetter, type WriteLetter } from '../mail/letter.ts';
import type { PostMail, SendMail } from '../mail/send-mail.ts';
import { addPasskeys } from '../passkeys/add-passkeys.ts';
import { addPdf } from '../pdf/add-pdf.ts';
import { createRenderer, type Renderer } from '../pdf/render/renderer.ts';
import { createClientLimits, type ClientLimits } from '../limits/client-limits.ts';
import { countEvents, countFaults } from '#server/metrics/instrumentation.ts';
import { createMetrics, type Metrics } from '#server/metrics/metrics.ts';
import { healthRoutes } from '../http/health-routes.ts';
import { type EarlyRefusals, refuseEarly } from '../limits/early-rejection.ts';
import { robotsTxt, securityTxt } from '../http/well-known-files.ts';
import { createSecretCookie, type SecretCookie, type Randomness } from '../http/secret-token.ts';
import {
  createSessionCookies,
  createSessionGuard,
  runInTurns,
  type SessionGuard,
} from '../sessions/session-guard.ts';
import { staticFiles } from '../http/static-files.ts';
import { prefillRoutes } from '../prefill/prefill-routes.ts';
import { sendReminderMail } from '../reminders/reminder-mail.ts';
import { reminderRoutes } from '../reminders/reminder-routes.ts';
import { serviceRoutes } from '../service/service-routes.ts';
import { createServiceToken } from '../service/service-token-store.ts';
import { createAuditTrail, type AuditTrail } from '../audit/audit-trail.ts';
import type { Database } from '../storage/database.ts';
import { createDiscardFiles, type DiscardFiles } from '../storage/file-store.ts';
import type { OpenedFiles } from '../storage/open-files.ts';
import type { RunPrepared } from '../storage/prepared-statements.ts';
import type { JobQueue } from '../jobs/jobs.ts';
import { createLimits, type Limits } from '../limits/limits.ts';
import { createMemoryLimits, type MemoryLimits } from '../limits/memory-limits.ts';
import { readServerSecret, type ServerSecret } from '../storage/server-secret.ts';
import { ownDataRoutes } from '../student-data/own-data-routes.ts';
import { sessionRoutes } from '../sessions/session-routes.ts';
import { findSession } from '../sessions/session-store.ts';
import { createStudentLimits } from '../sessions/student-limits.ts';
import { createReaders, withReaders } from '../http/locale.ts';
import { setLanguage } from '#texts/language.ts';

export type AppDeps = Pick<EarlyRefusals, 'callDelay' | 'leastCalls'> & {
  readonly config: {
    readonly partner: string;
    readonly cookiePrefix: string;
    readonly trustProxy: TrustProxy;
    /** Where mails wait as files. Default: nowhere. */
    readonly dataDir?: string;
    /** Default: the ZIP codes that the project ships. */
    readonly address?: AddressSettings;
    /** Default: nobody looks for malware. */
    readonly scanner?: Config['scanner'];
  };
  /** Origin of this server as students see it; asked at each use, because a free port is known late. */
  readonly publicOrigin: () => string;
  readonly db: Database;
  /** Runs prepared statements on the same database. */
  readonly runPrepared: RunPrepared;
  readonly jobs: JobQueue;
  /** Where the bytes of documents are. A store on this server's disk has this server take the uploads. */
  readonly files: OpenedFiles;
  /** Default: converts in processes of its own. */
  readonly convert?: ConvertFile;
  /** What this server signs with. Default: as the database has it now. */
  readonly secret?: ServerSecret;
  readonly clock: () => Date;
  /** Says how long sessions, codes and waits last, whatever is done to the clock. Default: the clock. */
  readonly steadyClock?: () => Date;
  readonly random: Randomness;
  readonly sendMail: PostMail;
  /** Default: hashes at the real cost. */
  readonly hasher?: PasswordHasher;
  readonly questionnaire: Questionnaire;
  /** Folder of the built client. */
  readonly staticFolder: string;
  /** Folder of the calls' descriptions (schemas/api). */
  readonly apiFolder: string;
  readonly logger: FastifyServerOptions['logger'];
  /** Draws the PDF copies. Default: one that unpacks its browser into the project. */
  readonly renderer?: Renderer;
  /** Where schools are looked up. Default: directories of its own. */
  readonly directories?: SchoolDirectories;
  /** How many calls of one student run at once. */
  readonly callsAtOnce?: number;
  /** Aborted once this server is to stop, so that a balancer sends nobody any more. Default: never. */
  readonly leaving?: AbortSignal;
  /** Traces each request. Default: nobody does. */
  readonly traceRequests?: ((app: FastifyInstance) => void) | undefined;
  /** Counts what happens. Default: counters that nobody reads. */
  readonly metrics?: Metrics;
};

/** Long enough to wait for the mail with the code and to ask for another. */
const SIGNUP_COOKIE_SECONDS = 3600;

/** Builds the application: the same in production, development and tests, all that varies is an argument. */
export async function buildApp(given: AppDeps): Promise<FastifyInstance> {
  const readers = createReaders(given.questionnaire);
  const deps = {
    ...given,
    jobs: withReaders(given.jobs, readers, (username) => selectLanguage(given.db, username)),
  };
  setLanguage(languageOfSettings(deps.questionnaire.partner));
  const metrics = deps.metrics ?? createMetrics();
  const app = await createServer({ ...deps, metrics, readers });
  const onFault = countFaults(logFaultsTo(app.log), metrics);
  const audit = countEvents(createAuditTrail(deps.db, deps.clock, onFault), metrics);
  const secret = deps.secret ?? (await readServerSecret(deps.db, deps.random));
  const discard = createDiscardFiles(deps.files, onFault);
  const steady = { ...deps, clock: deps.steadyClock ?? deps.clock };
  const asRead = (): Questionnaire => readers.asRead(given.questionnaire);
  const services = { ...createServices(steady, secret), asRead, audit, discard, onFault };
  refuseEarly(app, { ...steady, isKnown: services.guard.isKnown });
  runInTurns(app, services.guard);
  const application = await addApplication(app, deps, services);
  const { mailParts, openSession, withOwnPassword } = await addAccounts(app, steady, services);
  const institution = institutionOf(deps.questionnaire);
  addPasskeys(app, { ...steady, ...services, institution, openSession, withOwnPassword });
  sessionRoutes(app, { ...steady, ...services });
  ownDataRoutes(app, { ...deps, ...services, dataDir: deps.config.dataDir ?? '', withOwnPassword });
  await addDocuments(app, documentParts(deps, services));
  reminderRoutes(app, { ...deps, ...services });
  addPrefill(app, deps, services);
  serviceRoutes(app, { ...deps, ...services, definition: deps.questionnaire.definition });
  await addPdf(app, pdfParts(deps, services));
  const directories = addLookups(app, { ...steady, ...services });
  healthRoutes(app, { ...steady, isStarting: () => directories.isFirstReading() });
  robotsTxt(app);
  securityTxt(app, { ...deps, settings: deps.questionnaire.partner });
  const page = { ...deps.config, questionnaire: deps.questionnaire, readers, folder: deps.staticFolder };
  await app.register(staticFiles, { ...page, random: deps.random, uploadOrigin: deps.files.uploadOrigin });
  const received = { ...application, institution, publicOrigin: deps.publicOrigin };
  await deps.jobs.workMailJobs(async ({ kind, username, signup, to, deadline }, posting) => {
    const sendMail: SendMail = (mail) => deps.sendMail(mail, posting);
    const inWords = { ...received, partner: asRead().partner, sendMail };
    if (kind === 'received') return sendReceivedMail(inWords, username);
    if (kind === 'reminder') return sendReminderMail(inWords, username, deadline);
    return createAccountMails({ ...mailParts, sendMail, posting })[kind](username, signup ?? to);
  });
  return app;
}

type Services = {
  /** The questionnaire in the words of who reads what is answered. */
  readonly asRead: () => Questionnaire;
  readonly audit: AuditTrail;
  readonly discard: DiscardFiles;
  readonly onFault: OnFault;
  readonly clientLimits: ClientLimits;
  readonly cookies: SecretCookie;
  readonly guard: SessionGuard;
  readonly limits: Limits;
  readonly memoryLimits: MemoryLimits;
  readonly writeLetter: WriteLetter;
  readonly schemaOf: SchemaOf;
  readonly secret: ServerSecret;
};

/** What the calls of several areas need. */
function createServices(
  deps: AppDeps,
  secret: ServerSecret,
): Omit<Services, 'asRead' | 'audit' | 'discard' | 'onFault'> {
  const { apiFolder, clock, config, db, publicOrigin, questionnaire, random } = deps;
  const cookies = createSessionCookies(config.cookiePrefix, publicOrigin, random);
  const memoryLimits = createMemoryLimits(clock);
  const limits = createLimits(db, secret);
  const clientLimits = createClientLimits({ limits, memoryLimits, clock });
  const students = createStudentLimits({ ...deps, memoryLimits, clientLimits });
  const letterhead = letterheadOf(questionnaire.partner, institutionOf(questionnaire));
  return {
    clientLimits,
    cookies,
    guard: createSessionGuard(db, cookies, students, clock),
    limits,
    memoryLimits,
    schemaOf: loadApiCalls(apiFolder),
    secret,
    writeLetter: (letter) => writeLetter(letterhead, letter),
  };
}

async function addApplication(
  app: FastifyInstance,
  deps: AppDeps,
  services: Services,
): Promise<ApplicationParts> {
  const { definition, validators, partner } = deps.questionnaire;
  await insertDefinition(deps.db, definition, deps.clock());
  const parts = { ...deps, ...services, definition, partner, validators, log: app.log };
  app.addHook('onRequest', async ({ url }, reply) => {
    // A page that was opened with another form notices.
    if (url.startsWith('/api/')) reply.header('x-form', definition.hash);
  });
  applicationRoutes(app, parts);
  return parts;
}

function documentParts(deps: AppDeps, services: Services) {
  const studentOf = async (request: FastifyRequest): Promise<string | undefined> => {
    const token = services.cookies.read(request);
    const session = token && (await findSession(deps.db, token, services.guard.now()));
    return session ? session.studentId : undefined;
  };
  const convert = deps.convert ?? convertDocument;
  const { scanner } = deps.config;
  return { ...deps, ...services, definition: deps.questionnaire.definition, studentOf, convert, scanner };
}

function addPrefill(app: FastifyInstance, deps: AppDeps, services: Services): void {
  const { config, publicOrigin } = deps;
  const claimCookie = createSecretCookie({ name: `${config.cookiePrefix}_prefill`, publicOrigin });
  prefillRoutes(app, { ...deps, ...services, partner: config.partner, claimCookie });
}

/** A render job is done sooner, or never. */
const RENDER_TOKEN_MS = 5 * 60_000;

function pdfParts(deps: AppDeps, services: Services) {
  const { config, questionnaire } = deps;
  return {
    ...deps,
    ...services,
    definition: questionnaire.definition,
    institution: institutionOf(questionnaire),
    partner: config.partner,
    renderer: deps.renderer ?? createRenderer({ env: process.env }),
    makeToken: async (studentId: string) =>
      (await createServiceToken(deps, { studentId, purpose: 'render', lifeMs: RENDER_TOKEN_MS })).token,
  };
}

async function addAccounts(app: FastifyInstance, deps: AppDeps, services: Services) {
  const { clock, config, db, publicOrigin, questionnaire } = deps;
  const confirmations = createConfirmationStore(db, services.secret);
  const name = `${config.cookiePrefix}_signup`;
  auditAccountCalls(app, { ...deps, ...services });
  const parts = {
    ...deps,
    ...services,
    confirmations,
    ...(await createLoginParts({ ...deps, ...services, cookiePrefix: config.cookiePrefix, log: app.log })),
    signupCookie: createSecretCookie({ name, publicOrigin, lifeSeconds: SIGNUP_COOKIE_SECONDS }),
    checkCard: createCheckCard(services.asRead, clock, app.log),
    checkPassword: createCheckPassword(questionnaire.partner),
    onConfirmed: insertApplication,
  };
  signupRoutes(app, parts);
  const openSession = createOpenSession(parts);
  accountRoutes(app, { ...parts, openSession });
  const withOwnPassword = createWithOwnPassword(parts);
  passwordRoutes(app, parts, withOwnPassword);
  emailRoutes(app, { ...parts, withOwnPassword });
  const office = letterheadOf(questionnaire.partner, '').helpEmail;
  return { mailParts: { ...deps, ...services, confirmations, office }, openSession, withOwnPassword };
}
