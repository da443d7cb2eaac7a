import { longTransaction, type Database, type Transaction } from '#server/database/database.ts';

/** Rows decrypted per batch, of up to half a megabyte each; other requests run in between. */
const BATCH = 20;

/** Lower than all IDs. */
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Reads up to `most` rows after an ID, ordered by ID. */
type ReadBatch<Row> = (transaction: Transaction, last: string, most: number) => Promise<readonly Row[]>;

/** Yields the rows of all students, for what the database cannot read itself. */
export async function* readInBatches<Row extends { readonly studentId: string }>(
  db: Database,
  read: ReadBatch<Row>,
): AsyncGenerator<Row> {
  let last: string | undefined = FIRST;
  while (last !== undefined) {
    const after: string = last;
    const rows = await longTransaction(db, (transaction) => read(transaction, after, BATCH));
    yield* rows;
    last = rows[BATCH - 1]?.studentId;
  }
}
