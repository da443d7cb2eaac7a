import { isAnswerValue } from '#form/definition/answer.ts';
import type { Answers } from '#form/definition/definition.ts';
import { isRecord } from '#form/definition/own-property.ts';
import type { Browser } from './browser.ts';

/** A student's stored data, from the download for students. */
export type OwnData = {
  /** By the key under which each was typed. */
  readonly answers: Answers;
  /** Key → PDF, empty if its file is missing. */
  readonly documents: ReadonlyMap<string, Buffer>;
  readonly receipts: readonly string[];
};

type Reading = {
  readonly browser: Pick<Browser, 'fetch'>;
  /** Returns the key under which a question was typed. */
  readonly oldName: (key: string) => string;
};

/** Downloads a student's own data; undefined if that fails. */
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
 * Converts answers to their old keys, which take precedence: newer servers write both names, older ones after a
 * rollback only theirs.
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
