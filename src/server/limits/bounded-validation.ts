import { createContext, Script } from 'node:vm';
import type { FastifyBaseLogger } from 'fastify';
import { clearHidden } from '#form/answers/clear-hidden.ts';
import type { AnswerValue, Question } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import {
  validateAnswers,
  type ValidationErrors,
  type ValidationInput,
} from '#form/validation/validate-answers.ts';
import { isRecord } from '#form/definition/own-property.ts';
import { say, refusalTexts } from '#texts/say.ts';

const VALIDATION_MS = 25;
/** Limit of one try to match, in the search for a slow pattern. */
const TRY_MS = 100;
/** Processor time, in microseconds, of all tries of a slow match. A busy machine delays others, too. */
const SLOW_MICROSECONDS = 50_000;

/**
 * Validates like `validateAnswers`, with a limit of 50 ms of processor for patterns.
 *
 * Past that, the answer with the slow pattern gets an error, and the log names the pattern. Slow work without a slow
 * pattern (the first validation after the start) runs to its end.
 */
export function validateBounded(
  input: ValidationInput,
  log: Pick<FastifyBaseLogger, 'error'>,
): ValidationErrors {
  const validated = within(VALIDATION_MS, () => validateAnswers(input));
  if (validated !== undefined) return validated;
  const slow = matchesOf(input).find(isSlow);
  if (slow === undefined) return validateAnswers(input);
  const { question, pattern } = slow;
  log.error(
    { question: question.key, pattern },
    'a pattern takes too long; npm run check shows a faster one',
  );
  return { [question.key]: [say(refusalTexts.slowAnswer)] };
}

const context = createContext({ work: (): void => undefined });
const script = new Script('work()');

/** Runs work with a time limit. @returns undefined on timeout */
function within<T>(milliseconds: number, work: () => T): T | undefined {
  let result: T | undefined;
  context['work'] = (): void => {
    result = work();
  };
  try {
    script.runInContext(context, { timeout: milliseconds });
  } catch (error) {
    // Errors of the context are not instances of our `Error`.
    if (!isRecord(error) || error['code'] !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    return undefined;
  } finally {
    // Releases the student's answers.
    context['work'] = (): void => undefined;
  }
  return result;
}

/** A pattern matched against an answer during validation. */
type Match = { readonly question: Question; readonly pattern: string; readonly text: string };

function matchesOf(input: ValidationInput): readonly Match[] {
  const form = input.definition ?? input.page;
  const { answers } = clearHidden(form, input.state);
  return [...questionsOf(form).values()].flatMap((question) =>
    patternsOf(question).flatMap((pattern) =>
      textsOf(answers[question.key]).map((text) => ({ question, pattern, text })),
    ),
  );
}

function patternsOf({ constraints, rules }: Question): readonly string[] {
  return [constraints, ...rules.map(({ schema }) => schema)].flatMap(({ pattern }) => pattern ?? []);
}

function textsOf(answer: AnswerValue | undefined): readonly string[] {
  if (typeof answer === 'string') return [answer];
  return Array.isArray(answer) ? answer : [];
}

/** Whether a match takes too long, by the processor's time. */
function isSlow({ pattern, text }: Match): boolean {
  const before = process.threadCpuUsage();
  for (;;) {
    if (within(TRY_MS, () => new RegExp(pattern, 'u').test(text)) !== undefined) return false;
    const { user, system } = process.threadCpuUsage(before);
    if (user + system > SLOW_MICROSECONDS) return true;
  }
}
