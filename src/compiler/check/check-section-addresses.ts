import type { PageDefinition } from '#form/definition/definition.ts';
import { allNodes } from '#form/definition/form-part.ts';
import { isTitledSection, sectionAnchor, type TitledSection } from '#form/definition/section-anchor.ts';
import type { CompiledPartner } from '../compile/compile-partner.ts';
import type { Finding, Report } from '../source/fault.ts';

/** `/page#name` leads to one place: no two sections of a page have the same name in it, nor a question elsewhere. */
export function checkSectionAddresses({ definition, origins }: CompiledPartner, report: Report): void {
  for (const page of definition.pages) {
    const taken = new Set<string>();
    for (const section of allNodes(page.layout).filter((node) => isTitledSection(node))) {
      const anchor = sectionAnchor(section);
      const node = origins.get(section);
      const other = taken.has(anchor) ? 'another section' : questionElsewhere(page, section, anchor);
      taken.add(anchor);
      if (node && other !== undefined) report(node.at('id') ?? node, takenAddress(page, anchor, other));
    }
  }
}

/** A question of the same name that is not in the section, in words. */
function questionElsewhere(page: PageDefinition, section: TitledSection, anchor: string): string | undefined {
  const owner = page.questions[anchor]?.partOf ?? anchor;
  const isInside = allNodes([section]).some((node) => node.kind === 'question' && node.key === owner);
  return Object.hasOwn(page.questions, anchor) && !isInside ? 'a question outside of the section' : undefined;
}

function takenAddress({ path }: PageDefinition, anchor: string, other: string): Finding {
  return {
    code: 'section-address',
    found: `a section at the address ${path}#${anchor}, which leads to ${other} as well`,
    expected: 'an address for each section of a page that leads nowhere else',
    cure: 'Give the section another id.',
  };
}
