/** An import cannot be done, or the file is not what it should be: told to the operator in one sentence. */
export class ImportFault extends Error {
  constructor(message: string) {
    super(printable(message));
    this.name = 'ImportFault';
  }
}

/** What stands in a file may be anything: control characters would speak to the operator's terminal. */
export function printable(text: string): string {
  return text.replaceAll(/(?!\n)\p{Cc}/gu, '\uFFFD');
}
