import ELK, { type ElkExtendedEdge, type ElkNode } from 'elkjs/lib/elk.bundled.js';
import type { MapEdge, MapPage } from './map-model.ts';
import type { MapBox } from './page-boxes.ts';
import { type TextStyle, textWidth, wrapText } from './text-size.ts';

export const TITLE: TextStyle = { size: 11, isBold: true };
export const LINE: TextStyle = { size: 9 };
export const LABEL: TextStyle = { size: 9 };
export const LEADING = 1.3;
export const PADDING = 7;
const BOX_WIDTH = 135;
const LABEL_WIDTH = 100;

/** Lines of text at a place, as they are drawn. */
type PlacedText = Rectangle & { readonly lines: readonly string[] };

export type Rectangle = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

export type PlacedBox = Rectangle & {
  readonly box: MapBox;
  readonly title: readonly string[];
  readonly lines: readonly string[];
  /** The ids of the boxes around it. */
  readonly within: readonly string[];
};

export type PlacedEdge = {
  readonly edge: MapEdge;
  readonly points: readonly { readonly x: number; readonly y: number }[];
  readonly label: PlacedText;
};

/** Boxes and edges with a place for everything. */
export type PlacedPart = {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly PlacedBox[];
  readonly edges: readonly PlacedEdge[];
};

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.padding': '[top=4,left=4,bottom=4,right=4]',
  'elk.spacing.nodeNode': '12',
  'elk.spacing.edgeNode': '8',
  'elk.spacing.edgeEdge': '6',
  'elk.spacing.edgeLabel': '3',
  'elk.layered.spacing.nodeNodeBetweenLayers': '14',
  'elk.layered.spacing.edgeNodeBetweenLayers': '8',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
} as const;

/** A part of a page that no edge connects with the others. */
type Part = Pick<MapPage, 'boxes' | 'edges'>;

/** Gives everything in a connected part of a page a place: no box over another, no word cut. */
export async function layOutPart({ boxes, edges }: Part): Promise<PlacedPart> {
  const labels = edges.map(({ labels: words }) => words.flatMap(labelLines));
  const graph: ElkNode = {
    id: 'part',
    layoutOptions: OPTIONS,
    children: boxes.map((box) => nodeOf(box)),
    edges: edges.map(({ from, to }, index): ElkExtendedEdge => {
      const lines = labels[index] ?? [];
      const label = { text: lines.join(' '), ...sizeOf(lines, LABEL, 2) };
      return { id: `edge:${index}`, sources: [from], targets: [to], labels: lines.length > 0 ? [label] : [] };
    }),
  };
  const laidOut: ElkNode = await new ELK.default().layout(graph);
  const byId = new Map(withInner(boxes).map((box) => [box.id, box]));
  return {
    width: laidOut.width ?? 0,
    height: laidOut.height ?? 0,
    boxes: placedBoxes(laidOut.children ?? [], [], byId),
    edges: edges.map((edge, index) => placedEdge(edge, laidOut.edges?.[index], labels[index] ?? [])),
  };
}

/** A long list of what an answer may be becomes wider rather than high. */
function labelLines(words: string): readonly string[] {
  return wrapText(words, Math.max(LABEL_WIDTH, textWidth(words, LABEL) / 10), LABEL);
}

/** All boxes, also those inside others. */
export function withInner(boxes: readonly MapBox[]): readonly MapBox[] {
  return boxes.flatMap((box) => [box, ...withInner(box.boxes)]);
}

function nodeOf(box: MapBox): ElkNode {
  const { width, height } = headerOf(box);
  const own = { width: width + 2 * PADDING, height: height + 2 * PADDING };
  if (box.boxes.length === 0) return { id: box.id, ...own };
  return {
    id: box.id,
    layoutOptions: {
      'elk.padding': `[top=${own.height},left=10,bottom=10,right=10]`,
      'elk.nodeSize.constraints': '[MINIMUM_SIZE]',
      'elk.nodeSize.minimum': `(${own.width},${own.height})`,
    },
    children: box.boxes.map((inner) => nodeOf(inner)),
  };
}

/** The words of a box, in lines. */
function wordsOf({ title, lines }: MapBox): Pick<PlacedBox, 'title' | 'lines'> {
  return {
    title: wrapText(title, BOX_WIDTH, TITLE),
    lines: lines.flatMap((line) => wrapText(line, BOX_WIDTH, LINE)),
  };
}

function headerOf(box: MapBox): { readonly width: number; readonly height: number } {
  const { title, lines } = wordsOf(box);
  const [above, below] = [sizeOf(title, TITLE), sizeOf(lines, LINE)];
  return { width: Math.max(above.width, below.width, 24), height: above.height + below.height };
}

function sizeOf(
  lines: readonly string[],
  style: TextStyle,
  room = 0,
): { readonly width: number; readonly height: number } {
  const widths = lines.map((line) => textWidth(line, style));
  return { width: Math.max(0, ...widths) + 2 * room, height: lines.length * style.size * LEADING + 2 * room };
}

function placedBoxes(
  nodes: readonly ElkNode[],
  within: readonly string[],
  boxes: ReadonlyMap<string, MapBox>,
): readonly PlacedBox[] {
  return nodes.flatMap((node) => {
    const { id, x = 0, y = 0, width = 0, height = 0, children = [] } = node;
    const box = boxes.get(id);
    const inner = placedBoxes(children, [...within, id], boxes);
    return box ? [{ box, ...wordsOf(box), x, y, width, height, within }, ...inner] : inner;
  });
}

function placedEdge(
  edge: MapEdge,
  laidOut: ElkExtendedEdge | undefined,
  lines: readonly string[],
): PlacedEdge {
  const { sections = [], labels = [] } = laidOut ?? {};
  const points = sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [
    startPoint,
    ...bendPoints,
    endPoint,
  ]);
  const { x = 0, y = 0, width = 0, height = 0 } = labels[0] ?? {};
  return { edge, points, label: { x, y, width, height, lines } };
}
