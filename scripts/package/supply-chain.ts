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
  const sbom = execFileSync('npm', SBOM_COMMAND, { cwd: projectRoot, maxBuffer: MAX_BYTES });
  writeFileSync(file, sbom);
  return createHash('sha256').update(sbom).digest('hex');
}

type Evaluation = { readonly code: number; readonly sentence: string };

/** Evaluates the output of `npm audit --json`: code 1 for a high or critical advisory, 2 without an answer. */
export function evaluateAdvisories(output: string): Evaluation {
  const { metadata, message } = parsedReport(output);
  const counts = isRecord(metadata) ? metadata['vulnerabilities'] : undefined;
  if (!isRecord(counts)) {
    const reason = typeof message === 'string' ? message : 'npm audit gave no report';
    return { code: 2, sentence: `The registry returned no advisories: ${reason}.` };
  }
  const { total: _total, ...bySeverity } = counts;
  const found = Object.entries(bySeverity).filter(([, count]) => Number(count) > 0);
  if (found.length === 0) return { code: 0, sentence: 'No advisory is known for any package.' };
  const isSerious = found.some(([severity]) => severity === 'high' || severity === 'critical');
  const list = found.map(([severity, count]) => `${String(count)} ${severity}`).join(', ');
  return { code: isSerious ? 1 : 0, sentence: `Advisories: ${list}. "npm audit" names them.` };
}

function parsedReport(output: string): Readonly<Record<string, unknown>> {
  try {
    const report: unknown = JSON.parse(output);
    return isRecord(report) ? report : {};
  } catch {
    return {};
  }
}

/**
 * Queries the registry for advisories on production packages.
 * @param report output of `npm audit --json` that was saved where a registry answers, instead
 */
export function checkAdvisories(report = process.env['ADVISORY_REPORT']): Evaluation {
  if (report) {
    const { code, sentence } = evaluateAdvisories(readFileSync(report, 'utf8'));
    const day = statSync(report).mtime.toISOString().slice(0, 10);
    return { code, sentence: `${sentence} (${path.basename(report)}, saved on ${day})` };
  }
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  return evaluateAdvisories(stdout ?? '');
}
