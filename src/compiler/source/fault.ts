import type { Place } from './cursor.ts';

/** One fault in the files of `schemas/`, in words with which somebody who does not program can fix it. */
export type Fault = Place & {
  /** Name of the rule; each has a form in test/fixtures/faulty-forms.yaml. */
  readonly code: FaultCode;
  readonly found: string;
  readonly expected: string;
  readonly cure: string;
  readonly witness?: Witness;
};

/** The fewest answers that show a fault: in words, and as the path of a page that is filled in with them. */
export type Witness = { readonly words: string; readonly path: string };

/** An error keeps the files from being used; with a warning they work, but hardly as they were meant. */
export type Severity = 'error' | 'warning';

/** Every rule of `npm run check`, and how grave it is when a file breaks it. */
export const FAULT_SEVERITIES = {
  encoding: 'error',
  'merge-conflict': 'error',
  'minimum-age': 'error',
  deadlines: 'error',
  'time-zone': 'error',
  'not-json': 'error',
  meta: 'error',
  'wrong-meta': 'error',
  'invalid-schema': 'error',
  'missing-file': 'error',
  'page-not-in-form': 'error',
  'duplicate-page': 'error',
  'taken-path': 'error',
  card: 'error',
  contrast: 'error',
  'unknown-page': 'error',
  'unknown-block': 'error',
  'block-cycle': 'error',
  'unknown-options': 'error',
  'duplicate-option': 'error',
  'bad-value': 'error',
  'too-many-radios': 'error',
  'unknown-autocomplete': 'error',
  widths: 'error',
  'wrong-alias': 'error',
  'options-do-not-fit': 'error',
  'controlled-by-no-choice': 'error',
  'dependence-cycle': 'error',
  'keyword-does-not-fit': 'error',
  'invalid-pattern': 'error',
  'slow-pattern': 'error',
  'undecided-pattern': 'error',
  'unknown-key': 'error',
  'bad-key': 'error',
  'duplicate-key': 'error',
  'duplicate-id': 'error',
  'id-is-a-key': 'error',
  'section-address': 'error',
  prefix: 'error',
  'property-not-placed': 'error',
  'property-placed-twice': 'error',
  'show-and-hide': 'error',
  'width-does-not-fit': 'error',
  'layout-key-unknown': 'error',
  'too-many-repeats': 'error',
  'file-repeated': 'error',
  'unknown-tab': 'error',
  'unknown-widget': 'error',
  'unknown-widget-option': 'error',
  'missing-widget-option': 'error',
  'widget-does-not-fit': 'error',
  'fill-does-not-fit': 'error',
  'relation-does-not-fit': 'error',
  'unknown-condition-key': 'error',
  'unknown-directory': 'error',
  'unknown-partner': 'error',
  'asked-elsewhere': 'error',
  'unknown-condition': 'error',
  'condition-cycle': 'error',
  'unreachable-target': 'error',
  'not-comparable': 'error',
  'unknown-partner-value': 'error',
  'template-in-text': 'error',
  'unused-message': 'error',
  'sentence-title': 'error',
  'hard-to-read': 'error',
  'other-word': 'error',
  'duplicate-label': 'error',
  'blank-text': 'error',
  placeholder: 'error',
  markup: 'error',
  'message-prefix': 'error',
  'malformed-link': 'error',
  'not-proved': 'warning',
  'unknown-text': 'error',
  'duplicate-text': 'error',
  'text-values': 'error',
  translation: 'error',
  untranslated: 'warning',
  'stale-translation': 'warning',
  logo: 'error',
  'never-shown': 'error',
  'always-shown': 'error',
  'never-true': 'error',
  'always-true': 'error',
  'dead-case': 'error',
  'overlapping-cases': 'warning',
  circle: 'error',
  'cleared-while-shown': 'error',
  'no-right-answer': 'error',
  stuck: 'error',
  'in-no-application': 'error',
  'unreachable-page': 'error',
  'page-circle': 'error',
  persona: 'error',
  'persona-stuck': 'error',
  'name-used-again': 'error',
  'former-name-twice': 'error',
  'former-value': 'error',
  'former-circle': 'error',
  retired: 'error',
  unused: 'warning',
} as const satisfies Readonly<Record<string, Severity>>;

type FaultCode = keyof typeof FAULT_SEVERITIES;

export function isError({ code }: Fault): boolean {
  return FAULT_SEVERITIES[code] === 'error';
}

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

function identityOf(fault: Fault): string {
  return `${ruleAndPlaceOf(fault)}\n${fault.found}`;
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

function counted(count: number, word: string): string {
  return count === 1 ? `1 ${word}` : `${count} ${word}s`;
}
