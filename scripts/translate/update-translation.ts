import type { Translatable } from '#compiler/source/translatable.ts';

/** A translated text; `was` is the old source until the translation is reviewed. */
export type Entry = {
  readonly of: Translatable['of'];
  readonly is: Translatable['of'];
  readonly was?: Translatable['of'];
};

/** File → place → entry. */
export type Entries = Readonly<Record<string, Readonly<Record<string, Entry>>>>;

/** Updates entries to the current texts: adds, moves, flags or removes them. */
export function updateTranslation(
  texts: readonly Translatable[],
  before: Entries,
  translate?: (of: Entry['of']) => Entry['is'],
): Entries {
  const known = new Map(
    Object.values(before).flatMap((entries) =>
      Object.values(entries).map((entry) => [keyOf(entry.of), entry] as const),
    ),
  );
  const files = Map.groupBy(texts, ({ file }) => file);
  return Object.fromEntries(
    [...files].map(([file, own]) => [
      file,
      Object.fromEntries(
        own.map(({ path, of }) => [path, entryFor(of, before[file]?.[path], { known, translate })]),
      ),
    ]),
  );
}

type Known = {
  readonly known: ReadonlyMap<string, Entry>;
  readonly translate: ((of: Entry['of']) => Entry['is']) | undefined;
};

function entryFor(of: Entry['of'], here: Entry | undefined, { known, translate }: Known): Entry {
  if (here && keyOf(here.of) === keyOf(of)) return here;
  const moved = known.get(keyOf(of));
  if (moved) return moved;
  if (here && here.is !== '') return { of, is: here.is, was: here.was ?? here.of };
  return { of, is: translate?.(of) ?? '' };
}

function keyOf(of: Entry['of']): string {
  return JSON.stringify(of);
}

/** Reading direction of a pseudo-language. */
export type Direction = 'ltr' | 'rtl';

const LATIN = 'abcdefghijklmnopqrstuvwxyz';
const LETTERS: Readonly<Record<Direction, string>> = {
  ltr: 'åƀçðéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýž',
  rtl: 'אבגדהוזחטיךכלםמןנסעףפץצקרש',
};
/** Extra length relative to English; short texts grow the most. */
const EXPANSION = 0.4;
const FILLING: Readonly<Record<Direction, string>> = { ltr: 'öñé ţŵö ', rtl: 'תור שיר ' };

/** Unchanged parts: placeholders, link addresses, surrounding blanks. */
const UNCHANGED = /(\{[^{}]*\}|\]\([^()]*\)|\[)/;

/** Makes a pseudo-translation: no English letter, 40 % longer, placeholders and links unchanged. */
export function pseudoText(text: string, direction: Direction): string {
  const words = text.trim();
  const strange = words
    .split(UNCHANGED)
    .map((part, index) => (index % 2 === 1 ? part : pseudoLetters(part, direction)))
    .join('');
  const filling = FILLING[direction]
    .repeat(words.length)
    .slice(0, Math.ceil(words.length * EXPANSION))
    .trim();
  return text.replace(words, () => `${strange} ${filling}`);
}

function pseudoLetters(text: string, direction: Direction): string {
  return text.replaceAll(/[A-Za-z]/g, (letter) => {
    const strange = LETTERS[direction].charAt(LATIN.indexOf(letter.toLowerCase()));
    return letter === letter.toLowerCase() ? strange : strange.toUpperCase();
  });
}
