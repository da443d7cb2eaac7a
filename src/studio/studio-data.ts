import type { FormState } from '#form/definition/definition.ts';

/** What `npm run dev` sends to the studio (`scripts/dev/studio`), in parts, each as soon as it is known. */
export type StudioData = {
  /** The partners of the questionnaire, and which of them is shown. */
  readonly partners: readonly Named[];
  readonly partner: string;
  /** `compiling`, then `checking` while the forms are proven. */
  readonly phase: 'compiling' | 'checking' | 'checked';
  /** False while the form on the screen is the last one that could be used. */
  readonly isUsed: boolean;
  readonly faults: readonly StudioFault[];
  readonly tree: readonly TreeNode[];
  /** Undefined until they are known. */
  readonly personas?: readonly StudioPersona[];
  readonly states?: readonly StudioState[];
  readonly changes?: StudioChanges;
  /** The explanation that was requested last. */
  readonly explanation?: StudioExplanation;
};

type Named = { readonly name: string; readonly title: string };

/** Where something is in `schemas/`: line and column from 1. */
export type Place = { readonly file: string; readonly line: number; readonly column: number };

/** A page, what groups questions in it, or a question. */
export type TreeNode = {
  /** Unlike any other in the tree; of a question its key. */
  readonly id: string;
  /** By which the files and commands know it. */
  readonly name: string;
  readonly kind: 'page' | 'section' | 'group' | 'question';
  readonly label: string;
  /** Path of its page. */
  readonly path: string;
  /** Where its rules are, and where it is in the layout; the editor opens at the first. */
  readonly places: readonly Place[];
  readonly children: readonly TreeNode[];
};

/** A fault with its place and its fix. */
export type StudioFault = Place & {
  readonly code: string;
  readonly isError: boolean;
  readonly found: string;
  readonly expected: string;
  readonly cure: string;
  /** The fewest answers that show it, in words, and a path with them. */
  readonly witness?: { readonly words: string; readonly path: string };
};

/** Somebody of `schemas/personas`, and the application that such a student would hand in. */
export type StudioPersona = Named & {
  /** Absent where the form leaves this student no way to hand it in. */
  readonly state?: FormState;
  /** Keys of the questions that this persona sees. */
  readonly shown: readonly string[];
};

/** A section in one of the states in which it differs. */
export type StudioState = {
  /** Unlike any other. */
  readonly name: string;
  /** Id of the node of the section in the tree; of the page for what is in no section. */
  readonly node: string;
  readonly section: string;
  readonly caption: string;
  readonly isShown: boolean;
  readonly state: FormState;
  /** Ids of the confirmations that are open: a set does not survive JSON. */
  readonly opened: readonly string[];
};

/** What students meet otherwise than where this branch left main, or why nobody knows. */
export type StudioChanges = { readonly list: readonly StudioChange[]; readonly reason?: string };

export type StudioChange = {
  /** Page, section, section in it, by their titles. */
  readonly heading: readonly string[];
  readonly sentence: string;
  /** Id of the node of the tree; absent for what is in no page, such as a log-in card. */
  readonly node?: string;
  /** Answers with which it is to be seen. */
  readonly witness?: { readonly words: string; readonly path: string };
};

/** A sentence, and the place in the files that it is about. */
export type StudioSentence = { readonly text: string; readonly at?: Place | undefined };

/** What the files say of something in the form (`src/compiler/why`). */
export type StudioExplanation = {
  readonly subject: { readonly name: string; readonly kind: string };
  readonly summary: readonly string[];
  /** It is shown while all of these conditions hold. */
  readonly shownWhen: readonly StudioSentence[];
  readonly rules: readonly StudioSentence[];
  readonly decides: readonly (StudioSentence & { readonly keys: readonly string[] })[];
  readonly further: readonly string[];
  /** The fewest answers that lead there, and the path of the page so filled in. */
  readonly way?:
    | { readonly answers: readonly string[]; readonly clicks: readonly string[]; readonly path: string }
    | undefined;
};

/** The names of the messages between `npm run dev` and the studio. */
export const STUDIO_EVENTS = {
  opened: 'studio:opened',
  requested: 'studio:requested',
  data: 'studio:data',
} as const;
