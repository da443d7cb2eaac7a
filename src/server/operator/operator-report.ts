import { type AuditEvent, BY_OPERATOR } from '../audit/audit-trail.ts';
import type { OperationServices } from './operation-services.ts';

/** Rows as lines of text with columns of equal width; control characters are shown as what they are not. */
export function textTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  // What somebody typed must not move the cursor of the operator's terminal.
  const all = [head, ...rows].map((row) => row.map((cell) => cell.replace(/\p{C}/gu, '\uFFFD')));
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

/** Records a look at data of students before it is shown. `username` is empty for data of many. */
export function recordView(
  { audit }: Pick<OperationServices, 'audit'>,
  username: string,
  detail: string,
): Promise<void> {
  return audit.recordFirst(operatorEvent('operator-view', { username, detail }));
}

/** The event of a command that is done. */
export function operatorEvent(
  kind: AuditEvent['kind'],
  { username = '', detail }: { readonly username?: string | undefined; readonly detail?: string } = {},
): AuditEvent {
  return { kind, username, client: BY_OPERATOR, result: 'ok', detail };
}

/** To the minute, in the one time zone that everybody reads alike. */
export function momentText(time: Date): string {
  return time.toISOString().slice(0, 16).replace('T', ' ');
}
