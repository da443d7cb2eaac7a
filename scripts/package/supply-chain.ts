import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isRecord } from '#form/definition/own-property.ts';
import { projectRoot } from '#scripts/run-tool.ts';

const MAX_BYTES = 64 * 1024 * 1024;
const SBOM_COMMAND = ['sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx'];

/** Writes the production packages as a CycloneDX SBOM. @returns its SHA-256 */
export function writeSbom(file: string): string {
  const shell = process.platform === 'win32';
  const sbom = execFileSync('npm', SBOM_COMMAND, { cwd: projectRoot, shell, maxBuffer: MAX_BYTES });
  writeFileSync(file, sbom);
  return createHash('sha256').update(sbom).digest('hex');
}

/** Result of `npm audit`. `unknown`: the registry was unavailable, and why. */
export type Advisories =
  | { readonly kind: 'found'; readonly counts: Readonly<Record<string, number>> }
  | { readonly kind: 'unknown'; readonly reason: string };

const SERIOUS = ['high', 'critical'];

/** Parses the output of `npm audit --json`. */
export function readAdvisories(output: string): Advisories {
  try {
    const report: unknown = JSON.parse(output);
    const metadata = isRecord(report) ? report['metadata'] : undefined;
    const counts = isRecord(metadata) ? metadata['vulnerabilities'] : undefined;
    if (!isRecord(counts)) return { kind: 'unknown', reason: reasonOf(report) };
    const found = Object.entries(counts).filter((entry): entry is [string, number] => Number(entry[1]) > 0);
    return { kind: 'found', counts: Object.fromEntries(found) };
  } catch {
    return { kind: 'unknown', reason: 'npm audit gave no report' };
  }
}

function reasonOf(report: unknown): string {
  const { message, error } = isRecord(report) ? report : {};
  const summary = isRecord(error) ? error['summary'] : undefined;
  return (
    [message, summary].find((text) => typeof text === 'string' && text !== '')?.toString() ??
    'no reason given'
  );
}

/** Returns the exit code and message for advisories. */
export function evaluateAdvisories(advisories: Advisories): {
  readonly code: number;
  readonly sentence: string;
} {
  if (advisories.kind === 'unknown') {
    const sentence = `The registry returned no advisories: ${advisories.reason}.`;
    return { code: 2, sentence };
  }
  const { total: _total, ...bySeverity } = advisories.counts;
  const found = Object.entries(bySeverity).map(([severity, count]) => `${count} ${severity}`);
  if (found.length === 0) return { code: 0, sentence: 'No advisory is known for any package.' };
  const code = SERIOUS.some((severity) => severity in bySeverity) ? 1 : 0;
  return { code, sentence: `Advisories: ${found.join(', ')}. "npm audit" names them.` };
}

/**
 * Queries the registry for advisories on production packages.
 * @param report output of `npm audit --json` that was saved where a registry answers, instead
 */
export function checkAdvisories(
  report = process.env['ADVISORY_REPORT'],
): ReturnType<typeof evaluateAdvisories> {
  if (report) {
    const { code, sentence } = evaluateAdvisories(readAdvisories(readFileSync(report, 'utf8')));
    const day = statSync(report).mtime.toISOString().slice(0, 10);
    return { code, sentence: `${sentence} (${path.basename(report)}, saved on ${day})` };
  }
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    cwd: projectRoot,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  return evaluateAdvisories(readAdvisories(stdout ?? ''));
}
