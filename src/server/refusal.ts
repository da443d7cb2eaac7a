/** What a refused call is answered with, beside its status. */
export type RefusalBody = { readonly message: string } & Readonly<Record<string, unknown>>;

/**
 * A request that is refused: thrown by routes and rules, answered by the one error handler.
 * The message is one plain sentence a student can act on.
 */
export class Refusal extends Error {
  readonly statusCode: number;
  readonly body: RefusalBody;

  constructor(statusCode: number, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = 'Refusal';
    this.statusCode = statusCode;
    this.body = { ...details, message };
  }
}
