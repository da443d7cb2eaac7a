import type { PhotoPage } from './photos/photos.ts';

/** Name of a file, and its size in bytes. */
export type FileFacts = { readonly name: string; readonly size: number };

/** State of the document of one question, immutable. `problem` is a sentence for the student. */
export type DocumentView =
  /** There is none. */
  | { readonly phase: 'none'; readonly problem?: string }
  /** The page makes a photo, or several, into a file that can be sent. */
  | { readonly phase: 'preparing'; readonly file: FileFacts }
  /** The upload is in flight; `share` of 1 is sent. */
  | { readonly phase: 'sending'; readonly file: FileFacts; readonly share: number }
  /** The connection was lost on the way; the page still has the file. */
  | { readonly phase: 'unsent'; readonly file: FileFacts; readonly problem: string }
  /** The server has it; how far its conversion is, is not known yet. */
  | { readonly phase: 'checking'; readonly file: FileFacts }
  | { readonly phase: 'converting'; readonly file: FileFacts; readonly problem?: string }
  /** It is part of the application. `thumbnail` is its first page, a PNG in base64. */
  | {
      readonly phase: 'attached';
      readonly file: FileFacts;
      readonly pages?: number;
      readonly thumbnail?: string;
      readonly problem?: string;
    };

/** The documents of a student's application, by the keys of their questions. Only with an account there are any. */
export type Documents = {
  /** Calls the listener after every change, until the function it returns is called. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly view: (key: string) => DocumentView;
  /** Sends a file that passed the checks, in place of the one there is. */
  readonly attach: (key: string, file: File) => void;
  /** Makes one file of photos and sends it. */
  readonly attachPages: (key: string, pages: readonly PhotoPage[]) => void;
  /** A small upright picture of a photo. Rejects where this browser does not read it. */
  readonly preview: (photo: File) => Promise<Blob>;
  /** Sends once more what was not sent. */
  readonly retry: (key: string) => void;
  /** Gives up what is being sent, or was not sent. */
  readonly cancel: (key: string) => void;
  /** Deletes the file and its conversion. @returns false when that failed; the student has been notified */
  readonly remove: (key: string) => Promise<boolean>;
  /** Reads again what the server holds; failure shows a toast with the label, if given. @returns success */
  readonly reload: (errorLabel?: string) => Promise<boolean>;
};

/** True while a document can be neither deleted nor replaced (docs/behavior.md 4.9). */
export function isUnderWay({ phase }: DocumentView): boolean {
  return phase === 'preparing' || phase === 'sending' || phase === 'checking' || phase === 'converting';
}
