/** Loads an export again in `npm run dev`, past the browser's cache of modules. */
export async function loadNewest<Value>(path: string, name: string): Promise<Value> {
  const module: Readonly<Record<string, Value>> = await import(/* @vite-ignore */ `${path}?t=${Date.now()}`);
  const value = module[name];
  if (value === undefined) throw new Error(`${path} exports no "${name}".`);
  return value;
}
