import { compareText } from '#form/conditions/compare-values.ts';
import { counted } from '#form/summary/counted.ts';
import type { Place } from './cursor.ts';
import { SCHEMAS_NAME } from './schema-paths.ts';

/** A fault in `schemas/`, explained so that non-programmers can fix it. */
export type Fault = Place & {
  /** Name of the rule; each has a form in test/fixtures/faulty-forms.yaml. */
  readonly code: string;
  readonly found: string;
  readonly expected: string;
  readonly cure: string;
  readonly witness?: Witness;
};

/** The fewest answers that show a fault: in words, and as the path of a prefilled page. */
export type Witness = { readonly words: string; readonly path: string };

/** Rules that report warnings: the files work, but probably not as intended. */
const WARNINGS: ReadonlySet<string> = new Set(['not-proved', 'past-deadline', 'unused']);

export function isError({ code }: Fault): boolean {
  return !WARNINGS.has(code);
}

/** A fault without its place. */
export type Finding = Omit<Fault, keyof Place>;

/** Reports a finding at the place of a value. */
export type Report = (at: { readonly place: Place }, finding: Finding) => void;

/** Returns the message of the error a call throws; undefined if none. */
export function errorOf(call: () => unknown): string | undefined {
  try {
    call();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Collects faults without duplicates, such as those of a block used twice. */
export class FaultList {
  readonly #faults = new Map<string, Fault>();

  readonly report: Report = (at, finding) => {
    this.add({ ...finding, ...at.place });
  };

  add(fault: Fault): void {
    this.#faults.set(`${ruleAndPlaceOf(fault)}\n${fault.found}`, fault);
  }

  /**
   * Adds faults by partner name, which is stated unless every form has the fault. A fault that all forms have once at
   * a place is merged, even if partner values differ in its words.
   */
  addByPartner(forms: ReadonlyMap<string, readonly Fault[]>): void {
    const faults = [...forms].flatMap(([partner, list]) => list.map((fault) => ({ partner, fault })));
    for (const atPlace of Map.groupBy(faults, ({ fault }) => ruleAndPlaceOf(fault)).values()) {
      const isOne =
        atPlace.length === forms.size && new Set(atPlace.map(({ partner }) => partner)).size === forms.size;
      const groups = isOne ? [atPlace] : Map.groupBy(atPlace, ({ fault }) => fault.found).values();
      for (const same of groups) {
        const names = same.map(({ partner }) => `"${partner}"`).join(', ');
        const whose = same.length < forms.size ? ` (in the form of ${names})` : '';
        for (const { fault } of same.slice(-1)) this.add({ ...fault, found: fault.found + whose });
      }
    }
  }

  /** Returns all faults by file and position. */
  sorted(): readonly Fault[] {
    return [...this.#faults.values()].toSorted(
      (a, b) => compareText(a.file, b.file) || a.line - b.line || a.column - b.column,
    );
  }
}

function ruleAndPlaceOf({ file, line, column, code }: Fault): string {
  return [file, line, column, code].join('\n');
}

/** Formats a fault for a terminal: place, finding, expectation, fix, and witness. */
function formatFault(fault: Fault, folder: string): string {
  const code = isError(fault) ? fault.code : `${fault.code}, a warning`;
  return [
    `${folder}/${fault.file}:${fault.line}:${fault.column} (${code})`,
    `  Found:    ${fault.found}`,
    `  Expected: ${fault.expected}`,
    `  To fix:   ${fault.cure}`,
    ...(fault.witness
      ? [
          `  Shown by: ${fault.witness.words}`,
          `  To see:   open http://localhost:3000${fault.witness.path} while npm run dev runs`,
        ]
      : []),
  ].join('\n');
}

/** Formats all faults, ending with their number. */
export function formatFaults(faults: readonly Fault[], folder = SCHEMAS_NAME): string {
  const count = counted(faults.length, 'fault');
  const warnings = faults.filter((fault) => !isError(fault)).length;
  const note = warnings === 0 ? '' : ` (${counted(warnings, 'warning')})`;
  return [...faults.map((fault) => formatFault(fault, folder)), `${count} in ${folder}${note}.`].join('\n\n');
}
