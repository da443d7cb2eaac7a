/** What a process that converts hands back. `thumbnail` is empty, `pages` 0, where the step makes none. */
export type StepResult =
  | {
      readonly kind: 'done';
      readonly document: Buffer;
      readonly pages: number;
      readonly thumbnail: Buffer;
    }
  | { readonly kind: 'refused'; readonly message: string };

const REFUSED = 0;
const DONE = 1;
const HEAD_SIZE = 9;

/** The bytes that go over the pipe: kind, then the sentence, or pages, size of the document, document, thumbnail. */
export function packResult(result: StepResult): Buffer {
  if (result.kind === 'refused') return Buffer.concat([Buffer.from([REFUSED]), Buffer.from(result.message)]);
  const head = Buffer.alloc(HEAD_SIZE);
  head.writeUInt8(DONE, 0);
  head.writeUInt32LE(result.pages, 1);
  head.writeUInt32LE(result.document.length, 5);
  return Buffer.concat([head, result.document, result.thumbnail]);
}

/** Undefined when the process ended before it had said all. */
export function unpackResult(bytes: Buffer): StepResult | undefined {
  if (bytes.length === 0) return undefined;
  if (bytes.readUInt8(0) === REFUSED) return { kind: 'refused', message: bytes.toString('utf8', 1) };
  if (bytes.length < HEAD_SIZE) return undefined;
  const documentEnd = HEAD_SIZE + bytes.readUInt32LE(5);
  if (bytes.length < documentEnd) return undefined;
  return {
    kind: 'done',
    pages: bytes.readUInt32LE(1),
    document: bytes.subarray(HEAD_SIZE, documentEnd),
    thumbnail: bytes.subarray(documentEnd),
  };
}
