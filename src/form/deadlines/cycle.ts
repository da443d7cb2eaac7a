/** A year of applications. Times are ISO instants. */
export type Cycle = {
  /** As students and staff call it, for example `2027–28`. */
  readonly name: string;
  /** First moment in which an application can be started. */
  readonly opens?: string;
  /** Exclusive end: the end of the minute set by the partner. */
  readonly closes?: string;
};
