import { counted } from '#form/summary/counted.ts';
import type { Place } from './cursor.ts';

/** One fault in the files of `schemas/`, in words with which somebody who does not program can fix it. */
export type Fault = Place & {
  /** Name of the rule; each has a form in test/fixtures/faulty-forms.yaml. */
  readonly code: string;
  readonly found: string;
  readonly expected: string;
  readonly cure: string;
  readonly witness?: Witness;
};

/** The fewest answers that show a fault: in words, and as the path of a page that is filled in with them. */
export type Witness = { readonly words: string; readonly path: string };

/** Rules that keep nothing from being used: the files work, but hardly as they were meant. */
const WARNINGS: ReadonlySet<string> = new Set([
  'missing-config',
  'not-proved',
  'overlapping-cases',
  'past-deadline',
  'stale-translation',
  'untranslated',
  'unused',
]);

export function isError({ code }: Fault): boolean {
  return !WARNINGS.has(code);
}

/** What is wrong, without the place. */
export type Finding = Omit<Fault, keyof Place>;

/** Takes a fault at the place of a value. */
export type Report = (at: { readonly place: Place }, finding: Finding) => void;

/** The message of what a call throws; undefined when it throws nothing. */
export function errorOf(call: () => unknown): string | undefined {
  try {
    call();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Collects faults; the same fault at the same place (one block used twice) is kept once. */
export class FaultList {
  readonly #faults = new Map<string, Fault>();

  readonly report: Report = (at, finding) => {
    this.add({ ...finding, ...at.place });
  };

  add(fault: Fault): void {
    this.#faults.set(`${ruleAndPlaceOf(fault)}\n${fault.found}`, fault);
  }

  /**
   * Faults of the form of each partner, by its name: those that not every form has say whose it is. What every form
   * has once at a place is one fault, also where a value of the partner is in its words.
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

  /** All faults, by file and then from top to bottom. */
  sorted(): readonly Fault[] {
    return [...this.#faults.values()].toSorted(
      (a, b) => compareText(a.file, b.file) || a.line - b.line || a.column - b.column,
    );
  }
}

function ruleAndPlaceOf({ file, line, column, code }: Fault): string {
  return [file, line, column, code].join('\n');
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Lines for a terminal: where, what was found, what was expected, how to fix it, and which answers show it. */
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

/** The whole report, ending with the number of faults. */
export function formatFaults(faults: readonly Fault[], folder: string): string {
  const count = counted(faults.length, 'fault');
  const warnings = faults.filter((fault) => !isError(fault)).length;
  const note = warnings === 0 ? '' : ` (${counted(warnings, 'warning')})`;
  return [...faults.map((fault) => formatFault(fault, folder)), `${count} in ${folder}${note}.`].join('\n\n');
}
