import type { Language } from '#texts/language.ts';

/** A student's document appended to the application. */
export type RenderAttachment = {
  /** Label of its question, e.g. `Transcript`. */
  readonly label: string;
  /** File name given by the student. */
  readonly fileName: string;
  /** The converted document. */
  readonly pdf: Uint8Array;
};

/** Input of one PDF copy. */
export type RenderRequest = {
  /** Internal address of this server, e.g. `http://127.0.0.1:3000`. */
  readonly origin: string;
  /** Opens the service view of one application. */
  readonly token: string;
  readonly attachments: readonly RenderAttachment[];
};

/** Message to the render process: a request and its language. */
export type RenderMessage = { readonly request: RenderRequest; readonly language: Language };

/** Result of a rendering. `noBrowser`: an immediate retry is useless; `late`: it exceeded its time limit. */
export type RenderResult =
  | { readonly kind: 'done'; readonly pdf: Uint8Array; readonly isSandboxed: boolean }
  | { readonly kind: 'noBrowser' | 'late' | 'failed'; readonly message: string };
