import type { Partner } from '#form/definition/definition.ts';
import { isRecord } from '#form/definition/is-record.ts';

/** Days that each is kept, where the partner does not say otherwise (decision 17). */
const DEFAULT_DAYS = {
  /** After the sign-up, and after the last one of several. */
  unconfirmed_days: 30,
  /** A student's newest log-in stays: it shows when an application was last used. */
  login_days: 400,
  /** After they have ended by themselves. */
  session_days: 1,
  /** After the last log-in. */
  draft_days: 365,
  /** After the submission. */
  submitted_days: 1096,
} as const;

/** Each in days. */
export type Lifetimes = Readonly<Record<keyof typeof DEFAULT_DAYS, number>>;

/** How long what is known of students is kept, by the partner's settings; the check has looked at them. */
export function lifetimesOf({ retention }: Partner): Lifetimes {
  const given = isRecord(retention) ? retention : {};
  const daysOf = (name: keyof Lifetimes): number => {
    const days = given[name];
    return typeof days === 'number' ? days : DEFAULT_DAYS[name];
  };
  return {
    unconfirmed_days: daysOf('unconfirmed_days'),
    login_days: daysOf('login_days'),
    session_days: daysOf('session_days'),
    draft_days: daysOf('draft_days'),
    submitted_days: daysOf('submitted_days'),
  };
}
