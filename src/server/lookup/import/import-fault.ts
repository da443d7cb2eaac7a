/** An import cannot be done, or the file is not what it should be: told to the operator in one sentence. */
export class ImportFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ImportFault';
  }
}
