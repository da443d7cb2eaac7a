import { createHash } from 'node:crypto';
import type { Cursor } from '../source/cursor.ts';
import type { Pictures } from '../source/open-schemas.ts';
import { readPicture } from '../source/picture.ts';

/** The logo of a partner as a page shows it. */
export type LogoSettings = {
  readonly src: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
};

/** A picture to be served: its path below the root of the site, and what is there. */
export type ServedPicture = { readonly path: string; readonly bytes: Uint8Array };

/** So high are the sizes given, of which the page needs only the ratio. */
const HEIGHT = 36;

/** A partner's logo; its address changes with its content, so that browsers may keep it. Undefined where it is none. */
export function compileLogo(
  logo: Cursor | undefined,
  pictures: Pictures,
): { readonly settings: LogoSettings; readonly served: ServedPicture } | undefined {
  const bytes = pictures.get(logo?.at('file')?.text() ?? '');
  const picture = bytes && readPicture(bytes);
  if (!bytes || !picture || picture.height === 0) return undefined;
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  const path = `assets/logo-${hash}.${picture.type}`;
  const width = Math.round((picture.width / picture.height) * HEIGHT);
  const settings = { src: `/${path}`, alt: logo?.at('alt')?.text() ?? '', width, height: HEIGHT };
  return { settings, served: { path, bytes } };
}
