import { say, fileTexts } from '#texts/say.ts';

/** A photo as a page of a document, turned clockwise by so many quarters. */
export type PhotoPage = { readonly photo: File; readonly turns: number };

/** Details of why photos make no document. */
export type PhotoErrorDetails =
  /** This browser does not read it, as most do not read HEIC. */
  | { readonly code: 'unreadable'; readonly name: string }
  /** However small they are made, together they are more than a document may have. */
  | { readonly code: 'tooMany' };

/** Its message is for the student. */
export class PhotoError extends Error {}

/** Returns the message for photos that did not become a document. `error` is what the tools for photos rejected with. */
export function photoProblem(error: unknown): string {
  return error instanceof PhotoError ? error.message : say(fileTexts.unprepared);
}

/** Work on photos off the main thread. Each rejects with a {@link PhotoError}. */
export type PhotoTools = {
  /** A small upright picture of a photo, as a JPEG. */
  readonly preview: (photo: File) => Promise<Blob>;
  /** One upright file without metadata that can be attached: a JPEG of one page, a PDF of several. */
  readonly makeFile: (pages: readonly PhotoPage[]) => Promise<File>;
};

/** The requests to a worker. */
export type PhotoTask =
  | { readonly kind: 'preview'; readonly photo: File }
  | { readonly kind: 'file'; readonly pages: readonly PhotoPage[] };

export type PhotoResult = { readonly pictures: readonly Blob[] } | { readonly error: PhotoErrorDetails };
