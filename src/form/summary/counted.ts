/** Counts things in English, e.g. `1 question`, `1,904 drafts`. */
export function counted(count: number, thing: string): string {
  return `${withCommas(count)} ${thing}${count === 1 ? '' : 's'}`;
}

/** Writes a number with a comma between the thousands. */
export function withCommas(count: number): string {
  return count.toLocaleString('en-US');
}
