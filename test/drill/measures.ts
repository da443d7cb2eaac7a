import { errorCodeOf } from '#server/http/error-log.ts';

/** What a call is about, for the table. */
export type CallKind = 'page' | 'account' | 'load' | 'save' | 'look-up' | 'document' | 'submit' | 'PDF copy';

/** How a call ended: a status, or the failure of the way there. */
export type Measured = {
  readonly kind: CallKind;
  readonly phase: string;
  /** Why there was no answer, where somebody says so. */
  readonly reason?: string;
  /** In milliseconds since the drill began. */
  readonly begun: number;
  readonly ended: number;
  readonly status: number | 'no answer';
};

/** All calls of all students, and during what. */
export class Measures {
  readonly calls: Measured[] = [];
  readonly #started = performance.now();
  #phase = 'nothing yet';

  /** Milliseconds since the drill began. */
  readonly now = (): number => performance.now() - this.#started;

  /** What happens from now on. */
  enter(phase: string): void {
    this.#phase = phase;
  }

  get phase(): string {
    return this.#phase;
  }

  /** Measures a call. It counts to what happened when it was begun. */
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

/** A call after which a student may have seen that something does not work, or the page tried again. */
export function isFailure({ status }: Pick<Measured, 'status'>): boolean {
  return status === 'no answer' || status >= 500 || status === 429;
}
