import type { Language } from '#texts/language.ts';

/** A document of the student that follows the application. */
export type RenderAttachment = {
  /** What was asked, e.g. `Transcript`. */
  readonly label: string;
  /** As the student named it. */
  readonly fileName: string;
  /** The converted document. */
  readonly pdf: Uint8Array;
};

/** What one PDF copy is made of. */
export type RenderOrder = {
  /** This server's own address, e.g. `http://127.0.0.1:3000`. */
  readonly origin: string;
  /** Opens the service view of one application. */
  readonly token: string;
  readonly attachments: readonly RenderAttachment[];
};

/** What the render process is sent: an order, and in which language. */
export type RenderMessage = { readonly order: RenderOrder; readonly language: Language };

/** How it went. `noBrowser` will not get better by trying again at once; `late` took longer than it may. */
export type RenderResult =
  | { readonly kind: 'done'; readonly pdf: Uint8Array; readonly isSandboxed: boolean }
  | { readonly kind: 'noBrowser' | 'late' | 'failed'; readonly message: string };
