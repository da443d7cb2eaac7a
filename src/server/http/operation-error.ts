/** Replaces control characters, which must not reach the operator's terminal. */
export function printable(text: string): string {
  return text.replaceAll(/(?!\n)\p{Cc}/gu, '\uFFFD');
}

/** A command that cannot be done. The message is a sentence for the operator. */
export class OperationError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(printable(message), options);
    this.name = 'OperationError';
  }
}
