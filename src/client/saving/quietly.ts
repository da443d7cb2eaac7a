/** Uses a store of the browser; undefined where it is blocked, full, or holds something else. What is typed is on the page. */
export function tryStorage<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
