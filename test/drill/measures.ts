import { errorCodeOf } from '#server/http/error-log.ts';

/** Kind of call, for the table. */
export type CallKind = 'page' | 'account' | 'load' | 'save' | 'look-up' | 'document' | 'submit' | 'PDF copy';

/** A finished call: its status or network failure. */
export type Measured = {
  readonly kind: CallKind;
  readonly phase: string;
  /** Reason for a missing response, if reported. */
  readonly reason?: string;
  /** Milliseconds since the start of the drill. */
  readonly begun: number;
  readonly ended: number;
  readonly status: number | 'no answer';
};

/** All calls of all students, with the fault active at the time. */
export class Measures {
  readonly calls: Measured[] = [];
  readonly #started = performance.now();
  #phase = 'nothing yet';

  /** Milliseconds since the start of the drill. */
  readonly now = (): number => performance.now() - this.#started;

  enter(phase: string): void {
    this.#phase = phase;
  }

  get phase(): string {
    return this.#phase;
  }

  /** Measures a call, counted to the phase in which it began. */
  async measure(kind: CallKind, call: () => Promise<Response>): Promise<Response> {
    const [phase, begun] = [this.#phase, this.now()];
    const add = (end: Pick<Measured, 'status' | 'reason'>) =>
      this.calls.push({ kind, phase, begun, ended: this.now(), ...end });
    try {
      const response = await call();
      add({ status: response.status });
      return response;
    } catch (error) {
      add({ status: 'no answer', reason: reasonOf(error) });
      throw error;
    }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? `${errorCodeOf(cause)} ${cause.message}` : `${error.name} ${error.message}`;
}

/** Whether a student may have noticed the failure, or the page retried. */
export function isFailure({ status }: Pick<Measured, 'status'>): boolean {
  return status === 'no answer' || status >= 500 || status === 429;
}
