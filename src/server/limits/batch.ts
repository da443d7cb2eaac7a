export type Grouping<Item, Result> = {
  /** Number of batches in flight; later items wait for the next one. */
  readonly atOnce: number;
  /** Largest size of a batch. */
  readonly most: number;
  /** Does a group. @returns what says, or throws, what came of an item */
  readonly run: (items: readonly Item[]) => Promise<(item: Item) => Result>;
  /** What no two items of a group have in common. Default: they may be alike. */
  readonly keyOf?: (item: Item) => string;
};

type Waiting<Item, Result> = {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Does together what arrives together. Under load the way to the database, and the way to the disk, cost more than what
 * is done there. With nothing else to do, an item is a group by itself and waits for nobody.
 *
 * @returns what does one item, and rejects when its group does
 */
export function createGroupedWork<Item, Result>({
  atOnce,
  most,
  run,
  keyOf,
}: Grouping<Item, Result>): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let running = 0;
  let isScheduled = false;
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      schedule();
    });

  /** For the end of this turn of the event loop, so that what else arrives in it comes along. */
  function schedule(): void {
    if (isScheduled || running >= atOnce || waiting.length === 0) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      const group = nextGroup(waiting, most, keyOf);
      waiting = waiting.filter((each) => !group.has(each));
      void runGroup([...group]);
      schedule();
    });
  }

  async function runGroup(group: readonly Waiting<Item, Result>[]): Promise<void> {
    running += 1;
    try {
      const resultOf = await run(group.map(({ item }) => item));
      for (const { item, resolve, reject } of group) {
        try {
          resolve(resultOf(item));
        } catch (error) {
          reject(error);
        }
      }
    } catch (error) {
      for (const { reject } of group) reject(error);
    } finally {
      running -= 1;
      schedule();
    }
  }
}

/** Those that waited longest, each key once. */
function nextGroup<Item, Result>(
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
