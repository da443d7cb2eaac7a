import type { Questionnaire } from '../settings/questionnaire.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { type Language, languageOf as languageOfPartner, setReader } from '#texts/language.ts';
import type { JobQueue, MailJob } from '../jobs/jobs.ts';

/** Cookie with the student's chosen language. */
const CHOSEN = /(?:^|;\s*)language=([\w-]+)/;
const ENGLISH = 'en';
/** Stored for English that nobody chose: another browser's language replaces it. */
const NOT_CHOSEN = 'en-US';

type Locale = { readonly code: string; readonly language: Language; readonly questionnaire: Questionnaire };

const current = new AsyncLocalStorage<Locale>();
setReader(() => current.getStore()?.language);

type Sent = Pick<FastifyRequest, 'headers'> & Partial<Pick<FastifyRequest, 'url'>>;

export type Locales = ReturnType<typeof createLocales>;

/** Creates the locales of the questionnaire, one per request or job. */
export function createLocales({
  languages = new Map<string, Questionnaire>(),
}: Pick<Questionnaire, 'languages'>) {
  const locales = new Map(
    [...languages].map(([code, questionnaire]): [string, Locale] => [
      code,
      { code, language: languageOfPartner(questionnaire.partner), questionnaire },
    ]),
  );
  const firstOf = (wanted: readonly string[]): string | undefined =>
    wanted.map((each) => bestOf(each, [ENGLISH, ...locales.keys()])).find((each) => each !== undefined);
  const chosenOf = ({ headers }: Sent): string | undefined =>
    firstOf(CHOSEN.exec(headers.cookie ?? '')?.slice(1) ?? []);
  return {
    /** Returns the language chosen in a request's browser; undefined if none is. */
    chosenOf,
    /** Returns a request's language: the chosen one, else the browser's first available; undefined: English. */
    languageOf: ({ headers, url = '' }: Sent): string | undefined => {
      const query = new URLSearchParams(url.split('?')[1]);
      // Staff read English; a PDF copy names its student's language.
      const viewed = query.get('service_language') ?? (query.has('service_token') ? ENGLISH : undefined);
      if (viewed !== undefined) return firstOf([viewed]);
      return chosenOf({ headers }) ?? firstOf(acceptedLanguages(headers['accept-language']));
    },
    /** Returns the language to store at a log-in: chosen in this browser, else stored, else the browser's. */
    languageAtLogIn: (request: Sent, stored: string | null): string => {
      const known = [ENGLISH, ...locales.keys()].find((each) => each === stored);
      return chosenOf(request) ?? known ?? current.getStore()?.code ?? NOT_CHOSEN;
    },
    /** Runs work in a language. Undefined or no longer available: English. */
    runIn: <Result>(language: string | undefined, work: () => Result): Result => {
      const known = language === undefined ? undefined : locales.get(language);
      return known ? current.run(known, work) : work();
    },
    /** Returns the questionnaire in the current language, or the given one in English. Stored data is in English. */
    localized: (questionnaire: Questionnaire): Questionnaire =>
      current.getStore()?.questionnaire ?? questionnaire,
  };
}

/** Runs each request in its sender's language. */
export function localizeRequests(app: FastifyInstance, { languageOf, runIn }: Locales): void {
  // After the body is read, the request continues in a new asynchronous context.
  const localize = (request: FastifyRequest, _reply: unknown, done: HookHandlerDoneFunction): void =>
    runIn(languageOf(request), done);
  app.addHook('onRequest', localize);
  app.addHook('preValidation', localize);
}

/** Mails not caused by a request of the student, or by a stranger's. */
const TO_OWNER: ReadonlySet<MailJob['kind']> = new Set(['reminder', 'unused', 'many-failures']);
/** Mails to the university. */
const TO_OFFICE: ReadonlySet<MailJob['kind']> = new Set(['deletion-asked', 'deletion-withdrawn']);

/** Runs jobs in the language of their request. Mails use their reader's, by `languageOf` at the last log-in. */
export function withLocales(
  jobs: JobQueue,
  { runIn }: Locales,
  languageOf: (username: string) => Promise<string | undefined>,
): JobQueue {
  const languageOfMail = async ({ kind, username, language }: MailJob): Promise<string | undefined> => {
    if (TO_OFFICE.has(kind)) return undefined;
    return TO_OWNER.has(kind) ? languageOf(username) : language;
  };
  return {
    ...jobs,
    sendMailJob: (job, transaction) => jobs.sendMailJob({ ...currentLanguage(), ...job }, transaction),
    workMailJobs: (handler) =>
      jobs.workMailJobs(async (job, posting) =>
        runIn(await languageOfMail(job), () => handler(job, posting)),
      ),
    send: (queue, job, ...how) => jobs.send(queue, { ...currentLanguage(), ...job }, ...how),
    sendLater: (queue, job) => jobs.sendLater(queue, { ...currentLanguage(), ...job }),
    work: (queue, { run, giveUp }, atOnce) =>
      jobs.work(
        queue,
        {
          run: (job, signal) => runIn(job.language, () => run(job, signal)),
          giveUp: (job) => runIn(job.language, () => giveUp(job)),
        },
        atOnce,
      ),
  };
}

function currentLanguage(): { readonly language?: string } {
  const language = current.getStore()?.code;
  return language === undefined ? {} : { language };
}

/** More than any browser sends; a header of thousands takes milliseconds. */
const MOST_LANGUAGES = 20;

/** Returns a browser's languages, most preferred first: `es-MX,es;q=0.9,en;q=0.8`. */
function acceptedLanguages(header = ''): readonly string[] {
  return header
    .split(',', MOST_LANGUAGES)
    .map((part) => {
      const [code = '', weight = ''] = part.trim().split(/;\s*q=/);
      return { code, weight: weight === '' ? 1 : Number(weight) };
    })
    .filter(({ code, weight }) => code !== '' && weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ code }) => code);
}

/** Returns the language itself, else another variant: `es` for `es-MX`. */
function bestOf(wanted: string, known: readonly string[]): string | undefined {
  return (
    known.find((each) => each.toLowerCase() === wanted.toLowerCase()) ??
    known.find((each) => base(each) === base(wanted))
  );
}

function base(code: string): string {
  return code.toLowerCase().split('-')[0] ?? '';
}
