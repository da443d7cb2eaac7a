/**
 * Loads something when it is first asked for, and keeps it. A failed load is told to everybody who waits and
 * then forgotten, so that asking again tries again.
 */
export function loadOnce<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loading: Promise<Part> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
