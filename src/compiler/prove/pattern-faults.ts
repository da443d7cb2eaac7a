import { withCommas } from '#form/summary/counted.ts';
import type { VulnerableDiagnostics } from 'recheck';
import type { CompiledPartner } from '../compile/compile-partner.ts';
import { patternTerms, UndecidedPatternError } from './patterns/pattern-terms.ts';
import { errorOf, type Fault, FaultList, type Finding } from '../source/fault.ts';
import type { Cursor } from '../source/cursor.ts';

/** Cache of findings: each takes up to a second, and development checks after every edit. */
const findings = new Map<string, Finding | undefined>();

/** Time limit per pattern, generous for busy machines. */
const TIME_LIMIT_MS = 60_000;

/** Reports patterns open to ReDoS, and patterns that cannot be proved. */
export async function patternFaults(
  partners: ReadonlyMap<string, CompiledPartner>,
): Promise<readonly Fault[]> {
  const byPartner = new Map<string, readonly Fault[]>();
  for (const [partner, { sources }] of partners) {
    const faults = new FaultList();
    for (const at of ['pages', 'blocks', 'accounts', 'api'].flatMap((folder) =>
      sources.namesIn(folder).flatMap((name) => patternsIn(sources.cursor(`${folder}/${name}.json`))),
    )) {
      const pattern = at.text() ?? '';
      if (!findings.has(pattern)) findings.set(pattern, await patternFinding(pattern));
      const finding = findings.get(pattern);
      if (finding) faults.report(at, finding);
    }
    byPartner.set(partner, faults.sorted());
  }
  const all = new FaultList();
  all.addByPartner(byPartner);
  return all.sorted();
}

/** Returns every `pattern` of a file; `errorMessage` has members of the same name. */
function patternsIn(at: Cursor | undefined): readonly Cursor[] {
  if (!at) return [];
  const members = [...at.members()].flatMap(([name, member]) => {
    if (name === 'errorMessage') return [];
    return name === 'pattern' && isPattern(member.text()) ? [member] : patternsIn(member);
  });
  return [...members, ...at.items().flatMap(patternsIn)];
}

/** Whether it compiles; invalid patterns are reported separately. */
function isPattern(text: string | undefined): boolean {
  return text !== undefined && errorOf(() => new RegExp(text, 'u')) === undefined;
}

/** Returns the finding for a pattern; undefined if it is fine. */
export async function patternFinding(pattern: string): Promise<Finding | undefined> {
  try {
    // Throws if nothing can be proved.
    patternTerms(pattern);
    return await slownessFinding(pattern);
  } catch (error) {
    if (!(error instanceof UndecidedPatternError)) throw error;
    return {
      code: 'undecided-pattern',
      found: `the pattern ${pattern}: ${error.message}`,
      expected:
        'a pattern of which can be proved what it accepts: no back references, lookbehinds, word boundaries, modifiers or counts of thousands',
      cure: 'Write out what the group may match, or let the rule go.',
    };
  }
}

async function slownessFinding(pattern: string): Promise<Finding | undefined> {
  const { default: recheck } = await import('recheck/lib/browser.js');
  const checked = recheck.checkSync(pattern, 'u', { timeout: TIME_LIMIT_MS });
  if (checked.status === 'safe') return undefined;
  if (checked.status === 'unknown') {
    return {
      code: 'not-proved',
      found: `the pattern ${pattern}, of which is not proved how long a text takes`,
      expected: 'a pattern that the check can decide',
      cure: 'Count less far, or write the pattern with fewer parts that repeat.',
    };
  }
  const example = `: ${growthOf(checked.complexity)}, as for ${checked.attack.pattern}`;
  const parts = checked.hotspot.map(({ start, end }) => pattern.slice(start, end));
  return {
    code: 'slow-pattern',
    found: `the pattern ${pattern}, which can match one text in too many ways${example}`,
    expected: 'a pattern whose time grows only with the length of the text',
    cure: cureOf([...new Set(parts)]),
  };
}

function growthOf(complexity: VulnerableDiagnostics['complexity']): string {
  if (complexity.type === 'exponential') return 'its time doubles with every few characters';
  return `ten times the text takes it ${withCommas(10 ** complexity.degree)} times as long`;
}

function cureOf(parts: readonly string[]): string {
  const here = parts.length === 0 ? '' : ` (here ${parts.map((part) => `"${part}"`).join(' and ')})`;
  return `Begin with ^, and keep parts that repeat the same characters apart${here} by a character that they do not match.`;
}
