import { errorsBetween } from '../typing-errors.ts';
import { ImportFault } from './import-fault.ts';
import { isRecord } from '#form/definition/is-record.ts';

/**
 * A key that is misspelled would be passed over without a word, and the import would be another than the one meant.
 *
 * @param place what has the keys, as the sentence says it: "a mapping"
 * @param where the file, or whatever the sentence begins with
 * @throws ImportFault that names the key, the one that may be meant, and all there are
 */
export function requireKnownKeys(
  { place, where }: { readonly place: string; readonly where: string },
  value: unknown,
  known: readonly string[],
): void {
  const keys = isRecord(value) ? Object.keys(value) : [];
  const unknown = keys.find((key) => !known.includes(key));
  if (unknown === undefined) return;
  const meant = nearestKey(unknown, known);
  const question = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  throw new ImportFault(
    `${where}: "${unknown}" is not a key of ${place}.${question} Its keys are ${known.join(', ')}.`,
  );
}

/** At most a third of the letters may be wrong. */
function nearestKey(word: string, known: readonly string[]): string | undefined {
  const most = Math.max(1, Math.floor(word.length / 3));
  const ranked = known
    .map((name) => ({ name, errors: errorsBetween(word.toLowerCase(), name.toLowerCase(), most) }))
    .filter(({ errors }) => errors <= most)
    .toSorted((one, other) => one.errors - other.errors);
  return ranked[0]?.name;
}
