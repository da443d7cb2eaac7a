/** Rows as lines of text with columns of equal width; control characters are shown as what they are not. */
export function textTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows].map((row) => row.map(printableText));
  const widths = head.map((_cell, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** What somebody typed must not move the cursor of the operator's terminal. */
function printableText(text: string): string {
  return text.replace(/\p{C}/gu, '\uFFFD');
}
