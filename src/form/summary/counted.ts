/** Counts things in English, for example `1 question`, `1,904 drafts`. */
export function counted(count: number, thing: string): string {
  return `${withCommas(count)} ${thing}${count === 1 ? '' : 's'}`;
}

/** Formats a number with thousands separators. */
export function withCommas(count: number): string {
  return count.toLocaleString('en-US');
}
