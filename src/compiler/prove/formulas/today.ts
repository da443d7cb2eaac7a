import { dayOf, TODAY } from '#form/conditions/date-offset.ts';
import { evaluateCondition } from '#form/conditions/evaluate-condition.ts';
import type { AnswerComparison, Comparison, FormState } from '#form/definition/definition.ts';
import { type Formula, type Variable, is, range } from '../solve/formula.ts';
import type { Solution } from '../solve/solve.ts';
import { daysAround } from './answer-values.ts';
import type { NewVariable } from './domain.ts';
import { opposite, shiftedDay } from './related-values.ts';

/** The current day: a variable if conditions compare it with dates, otherwise the day of the check. */
export type Today = {
  readonly days: readonly string[];
  readonly variables: readonly Variable[];
  /** Formula: the comparison with a date is true. */
  readonly compare: (comparison: Comparison) => Formula;
  readonly dayIn: (solution: Solution) => string;
  /** Returns the day for a form state, if anything depends on it. */
  readonly stateIn: (solution: Solution) => Pick<FormState, 'today'>;
  /** Formula: it is the day of the check. */
  readonly isNow: readonly Formula[];
};

/** Compared dates by key or ID, comparisons of answers, and the day of the check; `isDated` if answers depend on it. */
type DatedConditions = {
  readonly comparisons: ReadonlyMap<string, readonly Comparison[]>;
  readonly compared: readonly AnswerComparison[];
  readonly isDated: boolean;
  readonly now: Date;
};

/** Creates the current day of a form; its variable is created first. */
export function createToday(conditions: DatedConditions, create: NewVariable): Today {
  const days = provedDays(conditions);
  const variables = days.length > 1 ? [create(TODAY, days.length)] : [];
  const among = (isMet: (day: string) => boolean): readonly Formula[] =>
    variables.map((variable) =>
      is(
        variable,
        range(days.length).filter((index) => isMet(days[index] ?? '')),
      ),
    );
  const dayIn = (solution: Solution): string => days[(variables[0] && solution.get(variables[0])) ?? 0] ?? '';
  return {
    days,
    variables,
    compare: (comparison) => {
      const [formula] = among((day) => evaluateCondition(comparison, { [TODAY]: day }));
      if (formula === undefined) throw new Error('A condition on today was not known when the days were.');
      return formula;
    },
    dayIn,
    stateIn: (solution) => (variables.length > 0 || conditions.isDated ? { today: dayIn(solution) } : {}),
    isNow: among((day) => day === days[0]),
  };
}

/**
 * Days that the conditions distinguish, past ones too, the day of the check first.
 *
 * Conditions on today change at the dates that they name. Others compare an answer both with a date and with some time
 * from today, and change where these meet.
 */
function provedDays({ comparisons, compared, now }: DatedConditions): readonly string[] {
  const datesOf = (key: string): readonly string[] =>
    (comparisons.get(key) ?? []).map(({ target }) => String(target)).filter((date) => DAY.test(date));
  const named = datesOf(TODAY);
  if (named.length === 0) return [dayOf(now)];
  const meetings = compared
    .filter(({ targetKey }) => targetKey === TODAY)
    .flatMap(({ keys, offset }) =>
      keys.flatMap(datesOf).flatMap((date) => shiftedDay(date, offset && opposite(offset))),
    );
  return [...new Set([dayOf(now), ...daysAround([...named, ...meetings], 1)])];
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
