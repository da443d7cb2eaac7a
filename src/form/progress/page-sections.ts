import type { Condition, PageDefinition } from '../definition/definition.ts';
import { keysIn } from '../definition/form-part.ts';
import { memoizeByObject } from '../definition/memoize-by-object.ts';
import { type TitledSection, isTitledSection, layoutSteps } from '../definition/walk-layout.ts';

/** A part of a page by which a student finds the way. */
export type PageSection = {
  readonly node: TitledSection;
  /** All that has to hold for it to be shown. */
  readonly around: readonly Condition[];
  /** Keys of its questions, with those that their widgets write too. */
  readonly keys: ReadonlySet<string>;
};

/** Lists the titled sections of a page that are in no other, repeatable groups left out. */
export const pageSections = memoizeByObject((page: PageDefinition): readonly PageSection[] =>
  layoutSteps(page).flatMap(({ node, path, conditions, instance }) => {
    const isInside = instance !== undefined || path.some((step) => isTitledSection(step.node));
    if (!isTitledSection(node) || isInside) return [];
    const around = node.visibleWhen ? [...conditions, node.visibleWhen] : conditions;
    return [{ node, around, keys: new Set(keysIn(page, [node])) }];
  }),
);
