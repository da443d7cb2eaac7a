import type { FastifyInstance } from 'fastify';
import { languageOf, setLanguage } from '#texts/language.ts';
import { createAccountMails } from '../accounts/account-mails.ts';
import { ownAccountRoutes } from '../accounts/own-account-routes.ts';
import { accountRoutes } from '../accounts/account-routes.ts';
import { auditAccountCalls } from '../accounts/audit-account-calls.ts';
import { signupRoutes } from '../accounts/signup-routes.ts';
import { answerRoutes } from '../application/answer-routes.ts';
import { choiceRoutes } from '../application/choice-routes.ts';
import { nextApplicationRoutes } from '../application/next-application.ts';
import { profileRoutes } from '../application/profile-routes.ts';
import { sendReceivedMail } from '../application/submit-routes.ts';
import { submissionRoutes, submitRoutes } from '../application/submit-routes.ts';
import { addDocuments } from '../documents/add-documents.ts';
import { describeRoutes, loadApiCalls } from '../http/api-schemas.ts';
import { createServer } from '../http/create-server.ts';
import { healthRoutes } from '../http/health-routes.ts';
import { staticFiles } from '../http/static-files.ts';
import { robotsTxt, securityTxt } from '../http/static-files.ts';
import { rejectEarly } from '../limits/early-rejection.ts';
import { addLookups } from '../lookup/lookup-routes.ts';
import type { SendMail } from '../mail/send-mail.ts';
import { passkeyRoutes } from '../passkeys/passkey-routes.ts';
import { addPdf } from '../pdf/pdf-routes.ts';
import { prefillRoutes } from '../prefill/prefill-routes.ts';
import { sendReminderMail } from '../reminders/reminder-mail.ts';
import { reminderRoutes } from '../reminders/reminders.ts';
import { serviceRoutes } from '../service/service-routes.ts';
import { queueByStudent } from '../sessions/session-guard.ts';
import { ownDataRoutes } from '../student-data/own-data-routes.ts';
import { insertDefinition } from '../student-tables/submission-store.ts';
import { type AppOptions, createCoreServices, type ServerOptions, serverOptionsOf } from './core-services.ts';
import { createServices, type Services } from './services.ts';

/** Builds the application, identical in production, development and tests. Closes it on failure. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  setLanguage(languageOf(options.questionnaire.partner));
  const serverOptions = serverOptionsOf(options);
  const app = await createServer(serverOptions);
  try {
    await addAreas(app, options, serverOptions);
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
}

async function addAreas(app: FastifyInstance, options: AppOptions, serverOptions: ServerOptions) {
  const services = await createServices(await createCoreServices(options, serverOptions, app.log), options);
  const { background, clock, db, definition, directories, guard, steadyClock, clientMemory } = services;
  app.addHook('onClose', background.finish);
  rejectEarly(app, { ...options, clock: steadyClock, isKnown: guard.isKnown });
  clientMemory.count(app);
  describeRoutes(app, loadApiCalls(options.apiFolder));
  queueByStudent(app, guard);
  await insertDefinition(db, definition, clock());
  await addRoutes(app, services);
  healthRoutes(app, {
    db,
    clock: steadyClock,
    isStarting: () => directories.isFirstReading(),
    leaving: options.leaving,
  });
  const [{ uploadOrigin }, { pageTurn }] = [services.files, services.pageLoads];
  const page = { ...services, ...options.config, folder: options.staticFolder, pageTurn, uploadOrigin };
  await app.register(staticFiles, page);
  await workMailJobs(services, options);
}

const APPLICATION_ROUTES = [
  profileRoutes,
  answerRoutes,
  choiceRoutes,
  submitRoutes,
  submissionRoutes,
  nextApplicationRoutes,
];

async function addRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { hash } = services.definition;
  app.addHook('onRequest', async ({ url }, reply) => {
    // Lets an open page detect that the form has changed.
    if (url.startsWith('/api/')) reply.header('x-form', hash);
  });
  for (const routes of APPLICATION_ROUTES) routes(app, services);
  auditAccountCalls(app, services);
  signupRoutes(app, services);
  accountRoutes(app, services);
  ownAccountRoutes(app, services);
  passkeyRoutes(app, services);
  ownDataRoutes(app, services);
  await addDocuments(app, services);
  reminderRoutes(app, services);
  prefillRoutes(app, services);
  serviceRoutes(app, services);
  await addPdf(app, services);
  addLookups(app, services);
  robotsTxt(app);
  securityTxt(app, services);
}

/** Works the mail queue, each mail in its reader's language. */
async function workMailJobs(services: Services, options: Pick<AppOptions, 'sendMail'>): Promise<void> {
  await services.jobs.workMailJobs(async ({ kind, username, signup, to, deadline }, posting) => {
    const sendMail: SendMail = (mail) => options.sendMail(mail, posting);
    if (kind === 'received') return sendReceivedMail(services, sendMail, username);
    if (kind === 'reminder') return sendReminderMail(services, sendMail, { username, deadline });
    return createAccountMails({ ...services, sendMail, posting })[kind](username, signup ?? to);
  });
}
