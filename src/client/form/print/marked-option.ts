import type { SummaryOption } from '#form/summary/summary.ts';

/** An option as the service view shows it (specification 2, "Service view"). */
export function markedOption({ isChosen, label }: SummaryOption): string {
  return `${isChosen ? '[X]' : '[ ]'} ${label}`;
}
