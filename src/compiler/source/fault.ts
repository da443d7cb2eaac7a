import type { Place } from './cursor.ts';

/** One fault in the files of `schemas/`, in words with which somebody who does not program can fix it. */
export type Fault = Place & {
  /** Name of the rule; each has a folder in test/fixtures/broken. */
  readonly code: FaultCode;
  readonly found: string;
  readonly expected: string;
  readonly cure: string;
};

/** Every rule of `npm run check`. */
export const FAULT_CODES = [
  'not-json',
  'meta',
  'wrong-meta',
  'invalid-schema',
  'missing-file',
  'page-not-in-form',
  'duplicate-page',
  'unknown-page',
  'unknown-block',
  'block-cycle',
  'unknown-options',
  'duplicate-option',
  'wrong-alias',
  'options-do-not-fit',
  'controlled-by-no-choice',
  'dependence-cycle',
  'keyword-does-not-fit',
  'invalid-pattern',
  'unknown-key',
  'bad-key',
  'duplicate-key',
  'duplicate-id',
  'id-is-a-key',
  'prefix',
  'property-not-placed',
  'property-placed-twice',
  'layout-key-unknown',
  'too-many-repeats',
  'file-repeated',
  'unknown-tab',
  'unknown-widget',
  'unknown-widget-option',
  'missing-widget-option',
  'widget-does-not-fit',
  'fill-does-not-fit',
  'unknown-condition-key',
  'unknown-partner',
  'asked-elsewhere',
  'unknown-condition',
  'condition-cycle',
  'unreachable-target',
  'not-comparable',
  'unknown-partner-value',
  'template-in-text',
  'malformed-link',
] as const;

type FaultCode = (typeof FAULT_CODES)[number];

/** What is wrong, without the place. */
export type Finding = Omit<Fault, keyof Place>;

/** Takes a fault at the place of a value. */
export type Report = (at: { readonly place: Place }, finding: Finding) => void;

/** Collects faults; the same fault at the same place (one block used twice) is kept once. */
export class FaultList {
  readonly #faults = new Map<string, Fault>();

  readonly report: Report = (at, finding) => {
    this.add({ ...finding, ...at.place });
  };

  add(fault: Fault): void {
    this.#faults.set(identityOf(fault), fault);
  }

  /** Faults of the form of each partner, by its name: those that not every form has say whose it is. */
  addByPartner(forms: ReadonlyMap<string, readonly Fault[]>): void {
    const faults = [...forms].flatMap(([partner, list]) => list.map((fault) => ({ partner, fault })));
    for (const same of Map.groupBy(faults, ({ fault }) => identityOf(fault)).values()) {
      const names = same.map(({ partner }) => `"${partner}"`).join(', ');
      const whose = same.length < forms.size ? ` (in the form of ${names})` : '';
      for (const { fault } of same.slice(-1)) this.add({ ...fault, found: fault.found + whose });
    }
  }

  /** All faults, by file and then from top to bottom. */
  sorted(): readonly Fault[] {
    return [...this.#faults.values()].toSorted(
      (a, b) => compareText(a.file, b.file) || a.line - b.line || a.column - b.column,
    );
  }
}

function identityOf({ file, line, column, code, found }: Fault): string {
  return [file, line, column, code, found].join('\n');
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Four lines for a terminal: where, what was found, what was expected, how to fix it. */
function formatFault(fault: Fault, folder: string): string {
  return [
    `${folder}/${fault.file}:${fault.line}:${fault.column} (${fault.code})`,
    `  Found:    ${fault.found}`,
    `  Expected: ${fault.expected}`,
    `  To fix:   ${fault.cure}`,
  ].join('\n');
}

/** The whole report, ending with the number of faults. */
export function formatFaults(faults: readonly Fault[], folder: string): string {
  const count = faults.length === 1 ? '1 fault' : `${faults.length} faults`;
  return [...faults.map((fault) => formatFault(fault, folder)), `${count} in ${folder}.`].join('\n\n');
}
