import { type FileRules, fileRuleTexts } from '#form/documents/file-rules.ts';
import { fillText, say, fileTexts } from '#texts/say.ts';

/** A photo as a document page, with clockwise quarter turns. */
export type PhotoPage = { readonly photo: File; readonly turns: number };

/** Reasons why photos cannot become a document. */
export type PhotoErrorDetails =
  /** Unreadable by this browser, as HEIC is by most. */
  | { readonly code: 'unreadable'; readonly name: string }
  /** Too large in total, even at the lowest quality. */
  | { readonly code: 'tooMany' };

/** Error with a message for the student, with `{size}` and `{types}` unfilled. */
export class PhotoError extends Error {}

/** Returns the message for an error of the photo tools. */
export function photoProblem(error: unknown, rules: FileRules): string {
  if (error instanceof PhotoError) return fillText(error.message, fileRuleTexts(rules));
  return say(fileTexts.unprepared);
}

/** Photo tools in a worker. Both reject with a {@link PhotoError}. */
export type PhotoTools = {
  /** Returns a small upright JPEG. */
  readonly preview: (photo: File) => Promise<Blob>;
  /** Returns one upright file without metadata: JPEG for one page, else PDF. */
  readonly makeFile: (pages: readonly PhotoPage[], maxBytes: number) => Promise<File>;
};

/** Worker requests. */
export type PhotoTask =
  | { readonly kind: 'preview'; readonly photo: File }
  | { readonly kind: 'file'; readonly pages: readonly PhotoPage[]; readonly maxBytes: number };

export type PhotoResult = { readonly pictures: readonly Blob[] } | { readonly error: PhotoErrorDetails };
