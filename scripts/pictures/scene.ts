import type { FormState } from '#form/definition/definition.ts';
import type { WebStatus } from '#form/progress/web-status.ts';
import type { Page } from 'playwright-core';

/** What is photographed: a screen of the client, as a student has it. */
export type Scene = {
  /** Of the screen, such as `/about`; a query may follow. */
  readonly path: string;
  /** A document in place of a screen. */
  readonly html?: string;
  /** The application of the student; nobody is logged in without it. */
  readonly state?: FormState;
  /** Default: `started`. */
  readonly status?: WebStatus;
  /** What the server answers besides, by method and path: `POST /public/login`. */
  readonly calls?: Readonly<Record<string, CallAnswer>>;
  /** What is done in the page before it is photographed. */
  readonly act?: (page: Page) => Promise<unknown>;
  /** Elements to be photographed, as selectors; each for itself. */
  readonly clips: readonly string[];
  /** Whether a tall picture is cut between questions, so that it can be printed side by side. */
  readonly isCut?: boolean;
  /** Elements that are framed in the picture, as selectors. */
  readonly framed?: readonly string[];
};

export type CallAnswer = { readonly status?: number; readonly body: unknown };

/** WebP, with its size in CSS pixels. */
export type Picture = {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
  /** What is below it, where it was cut. */
  readonly below?: readonly Picture[];
};

/** One element in the widths of a desktop and of a phone; undefined where it does not show. */
export type Pictures = { readonly desktop: Picture | undefined; readonly phone: Picture | undefined };

/** The section of a page with this id, for `clips`. */
export function sectionClip(section: string): string {
  return `section[aria-labelledby="section-${section}"]`;
}

/** All questions of a page, for `clips`. */
export const PAGE_CLIP = '.form-page';

/** The window as it is first seen, for `clips`. */
export const WINDOW_CLIP = 'body';
