import type { PhotoPage } from './photos/photos.ts';

/** File name and size in bytes. */
export type FileFacts = { readonly name: string; readonly size: number };

/** Immutable document state of a question. `problem` is a message for the student. */
export type DocumentView =
  | { readonly phase: 'none'; readonly problem?: string }
  /** Converting photos to a file that can be sent. */
  | { readonly phase: 'preparing'; readonly file: FileFacts }
  /** Uploading; `share` from 0 to 1. */
  | { readonly phase: 'sending'; readonly file: FileFacts; readonly share: number }
  /** Connection lost; the page still has the file. */
  | { readonly phase: 'unsent'; readonly file: FileFacts; readonly problem: string }
  /** Stored on the server; conversion state unknown. */
  | { readonly phase: 'checking'; readonly file: FileFacts }
  | { readonly phase: 'converting'; readonly file: FileFacts; readonly problem?: string }
  /** Part of the application. `thumbnail` is the first page as base64 JPEG. */
  | {
      readonly phase: 'attached';
      readonly file: FileFacts;
      readonly pages?: number;
      readonly thumbnail?: string;
      readonly problem?: string;
    };

/** A student's documents by question key. Requires an account. */
export type Documents = {
  /** Calls the listener after every change. Returns an unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly view: (key: string) => DocumentView;
  /** Sends a checked file, replacing the current one. */
  readonly attach: (key: string, file: File) => void;
  /** Combines photos into one file and sends it. */
  readonly attachPages: (key: string, pages: readonly PhotoPage[]) => void;
  /** Returns a small upright preview. Rejects if the browser cannot read the photo. */
  readonly preview: (photo: File) => Promise<Blob>;
  /** Retries an unsent file. */
  readonly retry: (key: string) => void;
  /** Cancels an unsent or running upload. */
  readonly cancel: (key: string) => void;
  /** Deletes a file and its conversion. @returns false on failure, which is reported */
  readonly remove: (key: string) => Promise<boolean>;
  /** Re-reads the server's state. Failure shows a toast with the label, if given. @returns success */
  readonly reload: (errorLabel?: string) => Promise<boolean>;
};

/** Whether a document cannot be deleted or replaced (docs/behavior.md 4.9). */
export function isInProgress({ phase }: DocumentView): boolean {
  return phase === 'preparing' || phase === 'sending' || phase === 'checking' || phase === 'converting';
}
