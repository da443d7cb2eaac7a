/**
 * A bound on a date (or on a four-digit year) relative to now, which JSON Schema cannot say.
 * `unit: 'day'`: today shifted by `years`; `unit: 'year'`: only the year counts. `message` may hold `{year}`.
 */
export type CalendarBound = {
  readonly years: number;
  readonly unit: 'day' | 'year';
  readonly message: string;
};
