export type BatchSettings<Item, Result> = {
  /** Number of batches in flight; later items wait for the next one. */
  readonly atOnce: number;
  /** Largest size of a batch. */
  readonly most: number;
  /** Runs a batch. @returns a function that returns, or throws, the result of an item */
  readonly run: (items: readonly Item[]) => Promise<(item: Item) => Result>;
  /** A key that is unique within a batch. Default: none. */
  readonly keyOf?: (item: Item) => string;
};

type Waiting<Item, Result> = {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Batches items that arrive together. With nothing else to do, an item is its own batch and waits for nobody.
 *
 * Under load, the way to the database and to the disk costs more than the work there.
 *
 * @returns a function that runs one item, and rejects when its batch does
 */
export function createBatcher<Item, Result>({
  atOnce,
  most,
  run,
  keyOf,
}: BatchSettings<Item, Result>): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let running = 0;
  let isScheduled = false;
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      schedule();
    });

  /** Waits for the end of this turn of the event loop, to include what else arrives in it. */
  function schedule(): void {
    if (isScheduled || running >= atOnce || waiting.length === 0) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      const batch = nextBatch(waiting, most, keyOf);
      waiting = waiting.filter((each) => !batch.has(each));
      void runBatch([...batch]);
      schedule();
    });
  }

  async function runBatch(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    running += 1;
    try {
      const resultOf = await run(batch.map(({ item }) => item));
      for (const { item, resolve, reject } of batch) {
        try {
          resolve(resultOf(item));
        } catch (error) {
          reject(error);
        }
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      running -= 1;
      schedule();
    }
  }
}

/** The longest waiting items, each key once. */
function nextBatch<Item, Result>(
  waiting: readonly Waiting<Item, Result>[],
  most: number,
  keyOf?: (item: Item) => string,
): ReadonlySet<Waiting<Item, Result>> {
  if (!keyOf) return new Set(waiting.slice(0, most));
  const byKey = new Map<string, Waiting<Item, Result>>();
  for (const each of waiting) {
    const key = keyOf(each.item);
    if (!byKey.has(key)) byKey.set(key, each);
    if (byKey.size === most) break;
  }
  return new Set(byKey.values());
}
