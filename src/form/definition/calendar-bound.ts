/** A bound on a date or year, relative to today (`day`) or this year (`year`). `message` may hold `{year}`. */
export type CalendarBound = {
  readonly years: number;
  readonly unit: 'day' | 'year';
  readonly message: string;
};
