import type { CompiledPartner } from '#compiler/compile/compile-partner.ts';
import type { Dependency } from '#compiler/why/dependencies.ts';
import { edgeWords } from './edge-words.ts';
import { linksOf, type MapLink } from './map-links.ts';
import { type MapBox, pageBoxes } from './page-boxes.ts';

/** What one box decides about another: each dependency with a line in words. */
export type MapEdge = {
  readonly from: string;
  readonly to: string;
  readonly labels: readonly string[];
  readonly dependencies: readonly Dependency[];
};

/** What is drawn of one page. */
export type MapPage = {
  readonly id: string;
  readonly title: string;
  readonly boxes: readonly MapBox[];
  readonly edges: readonly MapEdge[];
};

/**
 * Everything in a form that follows from answers, as boxes with edges, page by page. Of what is repeated the first is
 * drawn. What leads from one page to another is on both, with the name of the other page.
 */
export function mapOf(partner: CompiledPartner): readonly MapPage[] {
  const links = linksOf(partner);
  const boxes = pageBoxes(partner, links);
  const pageOf = new Map(
    boxes.flatMap(({ page, all }) => all.map(({ id, title }) => [id, { page, title }] as const)),
  );
  return boxes.flatMap(({ page, boxes: own }) => {
    const isHere = (id: string): boolean => pageOf.get(id)?.page === page;
    const here = links.filter(({ from, to }) => isHere(from) || isHere(to));
    if (here.length === 0) return [];
    const others = new Set(here.flatMap(({ from, to }) => [from, to]).filter((id) => !isHere(id)));
    const elsewhere = [...others].map((id): MapBox => {
      const other = pageOf.get(id);
      const line = `on the page “${other?.page.title ?? ''}”`;
      return { id, kind: 'elsewhere', title: other?.title ?? id, lines: [line], boxes: [] };
    });
    return [{ id: page.id, title: page.title, boxes: [...own, ...elsewhere], edges: edgesOf(here, partner) }];
  });
}

function edgesOf(links: readonly MapLink[], { definition }: CompiledPartner): readonly MapEdge[] {
  const between = Map.groupBy(links, ({ from, to }) => JSON.stringify([from, to]));
  return [...between.values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const labels = same.map(({ dependency, name }) => edgeWords(dependency, name, definition));
    const dependencies = same.map(({ dependency }) => dependency);
    return [{ from: first.from, to: first.to, labels: [...new Set(labels)], dependencies }];
  });
}
