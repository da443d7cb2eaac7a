/** An import cannot be done, or the file is not what it should be; the message is a sentence for the operator. */
export class ImportFault extends Error {
  constructor(message: string) {
    super(printableCell(message));
    this.name = 'ImportFault';
  }
}

/** A file may hold anything: its control characters must not reach the operator's terminal. */
export function printableCell(text: string): string {
  return text.replaceAll(/(?!\n)\p{Cc}/gu, '\uFFFD');
}
