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
