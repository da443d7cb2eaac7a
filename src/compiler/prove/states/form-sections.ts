import type { FormDefinition, LayoutNode } from '#form/definition/definition.ts';
import { memoizeByObject } from '#form/definition/memoize-by-object.ts';

/** What of a page is looked at by itself: a section with all in it, or all that is in no section. */
export type FormSection = {
  /** Id of its page. */
  readonly page: string;
  /** Absent for what of a page is in no section. */
  readonly id?: string;
  /** The one of the page, where it has none of its own. */
  readonly title: string;
  readonly nodes: readonly LayoutNode[];
};

/** The sections of a form, in its order. */
export const formSections = memoizeByObject((definition: FormDefinition): readonly FormSection[] =>
  definition.pages.flatMap(({ id: page, title, layout }) => {
    const sections = layout.flatMap((node): readonly FormSection[] =>
      node.kind === 'section' && node.title !== undefined
        ? [{ page, id: node.id, title: node.title, nodes: [node] }]
        : [],
    );
    const rest = layout.filter((node) => !sections.some(({ nodes }) => nodes.includes(node)));
    return [...(rest.length > 0 ? [{ page, title, nodes: rest }] : []), ...sections];
  }),
);
