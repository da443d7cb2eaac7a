import { isAnswerValue } from '#form/definition/answer.ts';
import type { Answers } from '#form/definition/definition.ts';
import { isRecord } from '#form/definition/own-property.ts';
import type { Browser } from './browser.ts';

/** What the servers have of a student, as the student downloads it. */
export type OwnData = {
  /** By the key under which each was typed. */
  readonly answers: Answers;
  /** Key → the PDF, empty where its file is missing. */
  readonly documents: ReadonlyMap<string, Buffer>;
  readonly receipts: readonly string[];
};

type Reading = {
  readonly browser: Pick<Browser, 'fetch'>;
  /** The key under which a question was typed. */
  readonly oldName: (key: string) => string;
};

/** Downloads a student's own data; undefined when that fails. */
export async function readOwnData({ browser, oldName }: Reading): Promise<OwnData | undefined> {
  const response = await browser.fetch('/api/own-data').catch(() => undefined);
  const body: unknown = await response?.json().catch(() => undefined);
  if (response?.ok !== true || !isRecord(body)) return undefined;
  const [submission, application] = [recordAt(body, 'submission'), recordAt(body, 'application')];
  const documents = Array.isArray(body['documents']) ? body['documents'].filter(isRecord) : [];
  const receipt = submission?.['receipt'];
  return {
    answers: answersIn(recordAt(submission ?? application, 'answers') ?? {}, oldName),
    documents: new Map(
      documents.map(({ answer_key: key, file }) => [
        String(key),
        Buffer.from(typeof file === 'string' ? file : '', 'base64'),
      ]),
    ),
    receipts: typeof receipt === 'string' ? [receipt] : [],
  };
}

/**
 * Answers by the key of then. Where an answer is under both names, that of then counts: newer servers write both, and
 * after a rollback older ones write theirs alone.
 */
function answersIn(answers: Readonly<Record<string, unknown>>, oldName: (key: string) => string): Answers {
  const renamedFirst = Object.entries(answers).toSorted(
    ([one], [other]) => Number(oldName(one) === one) - Number(oldName(other) === other),
  );
  return Object.fromEntries(
    renamedFirst.flatMap(([key, answer]) => {
      const value = isRecord(answer) ? answer['value'] : undefined;
      return isAnswerValue(value) ? [[oldName(key), value] as const] : [];
    }),
  );
}

function recordAt(value: unknown, key: string): Readonly<Record<string, unknown>> | undefined {
  const found = isRecord(value) ? value[key] : undefined;
  return isRecord(found) ? found : undefined;
}
