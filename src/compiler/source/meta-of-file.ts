export type MetaName = 'api' | 'form' | 'options' | 'page' | 'partner' | 'ui';

const KINDS: readonly (readonly [name: RegExp, meta: MetaName])[] = [
  [/^form\.json$/, 'form'],
  [/^(?:pages|blocks|accounts)\/[a-z0-9-]+\.schema\.json$/, 'page'],
  [/^(?:pages|blocks|accounts)\/[a-z0-9-]+\.ui\.json$/, 'ui'],
  [/^options\/[a-z0-9-]+\.json$/, 'options'],
  [/^partners\/[a-z0-9-]+\.json$/, 'partner'],
  [/^api\/[a-z0-9-]+\.json$/, 'api'],
];

/** Which meta-schema a source file must satisfy, and how it names it in `$schema`. */
export function expectedMeta(file: string): { readonly name: MetaName; readonly path: string } | undefined {
  const name = KINDS.find(([pattern]) => pattern.test(file))?.[1];
  return name && { name, path: `${file.includes('/') ? '..' : '.'}/meta/${name}.meta.json` };
}
