/** The header counts whole seconds. */
const HALF_SECOND_MS = 500;

export type ServerClock = {
  /** The time of the server, as far as it has said so; before, that of this machine. */
  readonly now: () => Date;
  /** Takes the `Date` header of an answer, between two times of this machine. */
  readonly note: (date: string | null, sent: Date, received: Date) => void;
};

/** The clock by which the server decides: that of a phone may be wrong by hours. */
export function createServerClock(now: () => Date): ServerClock {
  let ahead = 0;
  return {
    now: () => new Date(now().getTime() + ahead),
    note(date, sent, received) {
      const shown = Date.parse(date ?? '');
      if (Number.isNaN(shown)) return;
      ahead = shown + HALF_SECOND_MS - (sent.getTime() + received.getTime()) / 2;
    },
  };
}
