import { BY_OPERATOR } from '../audit/audit-trail.ts';
import type { OperationServices } from './operation-services.ts';

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

/**
 * Records that somebody looks at what belongs to students, before it is shown: without its line nothing is.
 *
 * @param username whose it is; empty where it is that of many
 */
export async function recordView(
  { audit }: Pick<OperationServices, 'audit'>,
  username: string,
  detail: string,
): Promise<void> {
  await audit.recordFirst({ kind: 'operator-view', username, client: BY_OPERATOR, result: 'ok', detail });
}

/** To the minute, in the one time zone that everybody reads alike. */
export function momentText(time: Date): string {
  return time.toISOString().slice(0, 16).replace('T', ' ');
}
