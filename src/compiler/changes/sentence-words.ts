/** `A`, `A and B`, `A, B and C`. */
export function listed(words: readonly string[], word = 'and'): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${word} ${words.at(-1)}`;
}

export function quoted(text: string): string {
  return `“${text}”`;
}

/** `1 question`, `2 questions`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Longer texts are quoted around what differs. */
const LONG = 140;
const AROUND = 30;

/** Two versions of a text in quotation marks; of long ones what differs, with a few words before and after it. */
export function quotedApart(before: string, after: string): readonly [before: string, after: string] {
  if (Math.max(before.length, after.length) <= LONG) return [quoted(before), quoted(after)];
  const start = sharedStart(before, after);
  const end = Math.min(
    sharedStart(reversed(before), reversed(after)),
    Math.min(before.length, after.length) - start,
  );
  const part = (text: string): string => {
    const from = start <= AROUND ? 0 : text.lastIndexOf(' ', start - AROUND) + 1;
    const last = text.indexOf(' ', text.length - end + AROUND);
    const to = end <= AROUND || last < 0 ? text.length : last;
    return quoted(`${from > 0 ? '… ' : ''}${text.slice(from, to)}${to < text.length ? ' …' : ''}`);
  };
  return [part(before), part(after)];
}

function sharedStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

function reversed(text: string): string {
  return Array.from(text).toReversed().join('');
}
