import { percentile } from '#test/bench/percentile.ts';
import { textTable } from '#server/operator/operator-report.ts';
import { type CallKind, isFailure, type Measured } from './measures.ts';
import type { PromiseResult } from './check-students.ts';

const KINDS: readonly CallKind[] = [
  'page',
  'account',
  'load',
  'save',
  'look-up',
  'document',
  'submit',
  'PDF copy',
];
const MAX_FAILURES = 20;
const FIGURES = ['calls', 'no answer', '5xx', '429', 'p50 ms', 'p95 ms', 'p99 ms'];

/** Formats calls by kind, then by active fault and kind. */
export function formatCalls(calls: readonly Measured[]): string {
  const phases = [...new Set(calls.map(({ phase }) => phase))];
  const byPhase = phases.flatMap((phase) =>
    rowsOf(calls.filter((call) => call.phase === phase)).map((row) => [phase, ...row]),
  );
  return [
    textTable(['What was asked', ...FIGURES], rowsOf(calls)),
    textTable(['During', 'what was asked', ...FIGURES], byPhase),
    textTable(['Failures that were made good', 'calls'], failuresIn(calls)),
  ].join('\n\n');
}

/** Returns a row per kind of call. */
function rowsOf(calls: readonly Measured[]): readonly (readonly string[])[] {
  return KINDS.flatMap((kind) => {
    const own = calls.filter((call) => call.kind === kind);
    return own.length === 0 ? [] : [[kind, ...figuresOf(own)]];
  });
}

/** Counts failures by kind of call and failure, most frequent first. */
function failuresIn(calls: readonly Measured[]): readonly (readonly string[])[] {
  const counts = new Map<string, number>();
  for (const { kind, status, reason } of calls.filter(isFailure)) {
    const failure = `${kind}: ${reason ?? status}`;
    counts.set(failure, (counts.get(failure) ?? 0) + 1);
  }
  const sorted = [...counts].toSorted(([, one], [, other]) => other - one);
  return sorted.slice(0, MAX_FAILURES).map(([failure, count]) => [failure, String(count)]);
}

function figuresOf(calls: readonly Measured[]): readonly string[] {
  const times = calls.map(({ begun, ended }) => ended - begun);
  const count = (isSo: (status: Measured['status']) => boolean): string =>
    String(calls.filter(({ status }) => isSo(status)).length);
  return [
    String(calls.length),
    count((status) => status === 'no answer'),
    count((status) => status !== 'no answer' && status >= 500),
    count((status) => status === 429),
    ...[0.5, 0.95, 0.99].map((share) => percentile(times, share).toFixed(0)),
  ];
}

/** Formats each promise with its findings, and a summary line. */
export function formatPromises(promises: readonly PromiseResult[]): string {
  const lines = promises.map(({ promise, isKept, found }) => {
    const shown = found.slice(0, 20).map((each) => `\n    ${each}`);
    if (!isKept) return `BROKEN  ${promise}${shown.join('')}`;
    return `kept    ${[promise, ...found].join(': ')}`;
  });
  const broken = promises.filter(({ isKept }) => !isKept).length;
  return [...lines, `${promises.length - broken} promises kept, ${broken} broken`].join('\n');
}
