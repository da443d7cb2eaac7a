import type { Place } from '#compiler/source/cursor.ts';
import type { Fault, Witness } from '#compiler/source/fault.ts';
import type { Explanation } from '#compiler/why/explanation.ts';
import type { FormState } from '#form/definition/definition.ts';

/** Data from `npm run dev` (`scripts/dev/studio`), sent in parts as available. */
export type StudioData = {
  /** All partners, and the selected one. */
  readonly partners: readonly Named[];
  readonly partner: string;
  /** `compiling`, then `checking` while the forms are proved. */
  readonly phase: 'compiling' | 'checking' | 'checked';
  /** False while an older form is shown because of faults. */
  readonly isUsed: boolean;
  readonly faults: readonly StudioFault[];
  readonly tree: readonly TreeNode[];
  /** Undefined until computed. */
  readonly personas?: readonly StudioPersona[];
  readonly states?: readonly StudioState[];
  readonly changes?: StudioChanges;
  readonly explanation?: Explanation;
};

type Named = { readonly name: string; readonly title: string };

export type TreeNode = {
  /** Unique in the tree; for a question its key. */
  readonly id: string;
  /** Name in files and commands. */
  readonly name: string;
  readonly kind: 'page' | 'section' | 'group' | 'question';
  readonly label: string;
  readonly path: string;
  /** Places of its property and in the layout; the editor opens the first. */
  readonly places: readonly Place[];
  readonly children: readonly TreeNode[];
};

/** A fault, or a warning. */
export type StudioFault = Fault & { readonly isError: boolean };

/** A persona of `schemas/personas`, with a submittable application. */
export type StudioPersona = Named & {
  /** Absent if the persona cannot submit. */
  readonly state?: FormState;
  /** Keys of the questions visible to this persona. */
  readonly shown: readonly string[];
};

/** A section in one of its distinct states. */
export type StudioState = {
  /** Unique. */
  readonly name: string;
  /** Tree node ID of the section; the page's for contents outside sections. */
  readonly node: string;
  readonly section: string;
  readonly caption: string;
  readonly isShown: boolean;
  readonly state: FormState;
  /** IDs of open confirmations, as an array for JSON. */
  readonly opened: readonly string[];
};

/** Changes since the merge base with main, or why they are unknown. */
export type StudioChanges = { readonly list: readonly StudioChange[]; readonly reason?: string };

export type StudioChange = {
  /** Titles of page, section and subsection. */
  readonly heading: readonly string[];
  readonly sentence: string;
  /** Tree node ID; absent outside pages, such as for log-in cards. */
  readonly node?: string;
  readonly witness?: Witness;
};

/** Message names between `npm run dev` and the studio. */
export const STUDIO_EVENTS = {
  opened: 'studio:opened',
  requested: 'studio:requested',
  data: 'studio:data',
} as const;
