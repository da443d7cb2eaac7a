import { type AuditEvent, BY_OPERATOR } from '../audit/audit-trail.ts';
import type { OperationServices } from './operation-services.ts';

/** Formats rows as an aligned text table, without control characters. */
export function textTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  // Student input must not control the operator's terminal.
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

/** Records a view of student data before it is shown. `username` is '' for data of many. */
export function recordView(
  { audit }: Pick<OperationServices, 'audit'>,
  username: string,
  detail: string,
): Promise<void> {
  return audit.recordFirst(operatorEvent('operator-view', { username, detail }));
}

/** Returns the audit event of a successful command. */
export function operatorEvent(
  kind: AuditEvent['kind'],
  { username = '', detail }: { readonly username?: string | undefined; readonly detail?: string } = {},
): AuditEvent {
  return { kind, username, client: BY_OPERATOR, detail };
}

/** Formats a time to the minute, in UTC. */
export function momentText(time: Date): string {
  return time.toISOString().slice(0, 16).replace('T', ' ');
}
