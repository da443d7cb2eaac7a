import type { ComponentType } from 'react';
import type { LayoutNode } from '#form/definition/definition.ts';
import type { DrawNodes } from '../form-scope.ts';

type Part<Kind extends LayoutNode['kind']> = ComponentType<{
  readonly node: Extract<LayoutNode, { kind: Kind }>;
  readonly draw: DrawNodes;
}>;

/** What draws each kind of node: the same layout is filled in on the screen and read in print. */
export type LayoutParts = {
  readonly Section: Part<'section'>;
  readonly Row: Part<'row'>;
  readonly TabGroup: Part<'tabs'>;
  readonly AddAnother: Part<'addAnother'>;
  readonly Confirm: Part<'confirm'>;
  readonly Paragraphs: Part<'text'>;
};
