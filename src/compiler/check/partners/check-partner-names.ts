import type { Report } from '#compiler/source/fault.ts';
import { layoutNodes } from '#compiler/source/layout-cursor.ts';
import { listed, meantCure } from '#compiler/source/nearest.ts';
import { retiredEntries } from '#compiler/source/retired-names.ts';
import type { SourceSet } from '#compiler/source/source-set.ts';

/** A layout node, and what was retired, names only partners that there are. */
export function checkPartnerNames(sources: SourceSet, report: Report): void {
  const partners = sources.namesIn('partners');
  const pairs = ['pages', 'blocks', 'accounts'].flatMap((folder) =>
    sources.pairNames(folder).flatMap((name) => sources.pair(`${folder}/${name}`) ?? []),
  );
  const nodes = pairs.flatMap(({ ui }) => [...layoutNodes(ui, undefined)]);
  for (const at of [...nodes, ...retiredEntries(sources.whole)].flatMap(
    (node) => node.at('partners')?.items() ?? [],
  )) {
    const name = at.text();
    if (name === undefined || partners.includes(name)) continue;
    report(at, {
      code: 'unknown-partner',
      found: `the partner "${name}"`,
      expected: `a file in schemas/partners: ${listed(partners)}`,
      cure: partnerCure(name, partners),
    });
  }
}

/** A whole name such as "Cottonwood College" is taken for the file that has a word of it as its name. */
function partnerCure(name: string, partners: readonly string[]): string {
  const meant = partners.find((partner) => name.toLowerCase().split(/\W+/).includes(partner.toLowerCase()));
  if (meant !== undefined) return `Write "${meant}", the name of the file.`;
  return meantCure(name, partners, `Add partners/${name}.json, or remove the name here.`);
}
