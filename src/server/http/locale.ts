import { languageOfSettings, type Questionnaire } from '../settings/questionnaire.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { type Language, setReader } from '#texts/language.ts';
import type { JobQueue, MailJob } from '../jobs/jobs.ts';

/** The language that a student has chosen; the same on every address of the site. */
const CHOSEN = /(?:^|;\s*)language=([\w-]+)/;
const ENGLISH = 'en';

type Reader = { readonly language: Language; readonly questionnaire: Questionnaire };

const reader = new AsyncLocalStorage<Reader>();
setReader(() => reader.getStore()?.language);

/** Who reads what this server says: each request and each job has its language. */
export type Readers = {
  /** The language of who asks: as chosen, else the first of the browser's that there is; undefined: English. */
  readonly languageOf: (request: Pick<FastifyRequest, 'headers'>) => string | undefined;
  /** Does something for somebody who reads a language; undefined, or one that is gone: English. */
  readonly speaking: <Done>(language: string | undefined, work: () => Done) => Done;
  /** The questionnaire in the words of who reads this; in English this one. What is stored is in English. */
  readonly asRead: (questionnaire: Questionnaire) => Questionnaire;
};

export function createReaders({
  languages = new Map<string, Questionnaire>(),
}: Pick<Questionnaire, 'languages'>): Readers {
  const spoken = new Map(
    [...languages].map(([code, questionnaire]): [string, Reader] => [
      code,
      { language: languageOfSettings(questionnaire.partner), questionnaire },
    ]),
  );
  return {
    languageOf({ headers }) {
      const [, chosen] = CHOSEN.exec(headers.cookie ?? '') ?? [];
      const wanted = chosen === undefined ? acceptedLanguages(headers['accept-language']) : [chosen];
      return wanted
        .map((each) => bestOf(each, [ENGLISH, ...spoken.keys()]))
        .find((each) => each !== undefined);
    },
    speaking(language, work) {
      const known = language === undefined ? undefined : spoken.get(language);
      return known ? reader.run(known, work) : work();
    },
    asRead: (questionnaire) => reader.getStore()?.questionnaire ?? questionnaire,
  };
}

/** From now on each request is answered in the language of who sent it. */
export function answerReaders(app: FastifyInstance, { languageOf, speaking }: Readers): void {
  // Where a body was read, what follows has started over.
  const answer = (request: FastifyRequest, _reply: unknown, done: HookHandlerDoneFunction): void =>
    speaking(languageOf(request), done);
  app.addHook('onRequest', answer);
  app.addHook('preValidation', answer);
}

/** Mails that no request of the student gives rise to, or one of a stranger. */
const TO_OWNER: ReadonlySet<MailJob['kind']> = new Set(['reminder', 'unused', 'many-failures']);
/** Mails to the university. */
const TO_OFFICE: ReadonlySet<MailJob['kind']> = new Set(['deletion-asked']);

/**
 * The queue, whose jobs are done in the language of who gave rise to them; a mail in that of who gets it.
 *
 * @param languageOf in which language the owner of an address logged in last
 */
export function withReaders(
  jobs: JobQueue,
  { speaking }: Readers,
  languageOf: (username: string) => Promise<string | undefined>,
): JobQueue {
  const languageOfMail = async ({ kind, username, language }: MailJob): Promise<string | undefined> => {
    if (TO_OFFICE.has(kind)) return undefined;
    return TO_OWNER.has(kind) ? languageOf(username) : language;
  };
  return {
    ...jobs,
    sendMailJob: (job, transaction) => jobs.sendMailJob({ ...reading(), ...job }, transaction),
    workMailJobs: (handler) =>
      jobs.workMailJobs(async (job, posting) =>
        speaking(await languageOfMail(job), () => handler(job, posting)),
      ),
    send: (queue, job, transaction) => jobs.send(queue, { ...reading(), ...job }, transaction),
    sendLater: (queue, job) => jobs.sendLater(queue, { ...reading(), ...job }),
    work: (queue, { run, giveUp }, atOnce) =>
      jobs.work(
        queue,
        {
          run: (job) => speaking(job.language, () => run(job)),
          giveUp: (job) => speaking(job.language, () => giveUp(job)),
        },
        atOnce,
      ),
  };
}

/** The language of who gives rise to a job. */
function reading(): { readonly language?: string } {
  const language = reader.getStore()?.language.locale;
  return language === undefined ? {} : { language };
}

/** The languages of a browser, the most wanted first: `es-MX,es;q=0.9,en;q=0.8`. */
function acceptedLanguages(header = ''): readonly string[] {
  return header
    .split(',')
    .map((part) => {
      const [code = '', weight = ''] = part.trim().split(/;\s*q=/);
      return { code, weight: weight === '' ? 1 : Number(weight) };
    })
    .filter(({ code, weight }) => code !== '' && weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ code }) => code);
}

/** The language itself, or one that it is a kind of, or another kind of the same: `es` for `es-MX`. */
function bestOf(wanted: string, known: readonly string[]): string | undefined {
  return (
    known.find((each) => each.toLowerCase() === wanted.toLowerCase()) ??
    known.find((each) => base(each) === base(wanted))
  );
}

function base(code: string): string {
  return code.toLowerCase().split('-')[0] ?? '';
}
