/**
 * An export of a module that changes while the page is open: a browser loads the same address only once. For
 * `npm run dev` alone.
 */
export async function loadNewest<Value>(path: string, name: string): Promise<Value> {
  const module: Readonly<Record<string, Value>> = await import(/* @vite-ignore */ `${path}?t=${Date.now()}`);
  const value = module[name];
  if (value === undefined) throw new Error(`${path} exports no "${name}".`);
  return value;
}
