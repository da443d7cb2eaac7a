import type { Place } from '#compiler/source/cursor.ts';

/** Where something is written: `pages/about.ui.json:87`. */
export function placeInWords({ file, line }: Place): string {
  return `${file}:${line}`;
}
