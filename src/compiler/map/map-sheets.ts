import { layOutPart, type PlacedPart, withInner } from './lay-out-map.ts';
import type { MapEdge, MapPage } from './map-model.ts';
import type { MapBox } from './page-boxes.ts';

/** What of a page of the form is on one sheet of paper. */
export type MapSheet = PlacedPart & {
  readonly page: MapPage;
  /** From 1; and how many the page has. */
  readonly number: number;
  readonly count: number;
};

/** What fits on a sheet of A4 or Letter in landscape and can be read there. */
const SHEET = { width: 1250, height: 790 };
const GAP = 20;

/** The sheets of a page: what is connected stays together, the rest follows in columns in the order of the form. */
export async function mapSheets(page: MapPage): Promise<readonly MapSheet[]> {
  const sheets: { readonly parts: PlacedPart[]; x: number; y: number; column: number }[] = [];
  for (const placed of await placedParts(partsOf(page))) {
    let sheet = sheets.at(-1);
    if (sheet && sheet.y > 0 && sheet.y + placed.height > SHEET.height) {
      Object.assign(sheet, { x: sheet.x + sheet.column + GAP, y: 0, column: 0 });
    }
    const width = Math.max(sheet?.column ?? 0, placed.width);
    if (!sheet || (sheet.parts.length > 0 && sheet.x + width > SHEET.width)) {
      sheet = { parts: [], x: 0, y: 0, column: 0 };
      sheets.push(sheet);
    }
    sheet.parts.push(movedBy(placed, sheet.x, sheet.y));
    sheet.y += placed.height + GAP;
    sheet.column = Math.max(sheet.column, placed.width);
  }
  return sheets.map(({ parts }, index) => ({
    page,
    number: index + 1,
    count: sheets.length,
    width: Math.max(...parts.map(({ width }) => width)),
    height: Math.max(...parts.map(({ height }) => height)),
    boxes: parts.flatMap(({ boxes }) => boxes),
    edges: parts.flatMap(({ edges }) => edges),
  }));
}

type Part = Pick<MapPage, 'boxes' | 'edges'>;

/** Parts with places; of one that no sheet has room for, what is inside a group follows for itself. */
async function placedParts(parts: readonly Part[]): Promise<readonly PlacedPart[]> {
  const found: PlacedPart[] = [];
  for (const part of parts) {
    const placed = await layOutPart(part);
    const isTooLarge = placed.width > SHEET.width || placed.height > SHEET.height;
    const taken = isTooLarge ? takenApart(part) : [];
    found.push(...(taken.length > 0 ? await placedParts(taken) : [placed]));
  }
  return found;
}

/** A part without what is inside its largest group, and that in parts of its own; none where edges forbid it. */
function takenApart({ boxes, edges }: Part): readonly Part[] {
  const [group] = boxes.toSorted((a, b) => withInner([b]).length - withInner([a]).length);
  if (!group) return [];
  const inner = new Set(withInner(group.boxes).map(({ id }) => id));
  const inside = edges.filter(({ from, to }) => inner.has(from) && inner.has(to));
  const outside = edges.filter(({ from, to }) => !inner.has(from) && !inner.has(to));
  const parts = partsOf({ boxes: group.boxes, edges: inside });
  if (parts.length < 2 || inside.length + outside.length < edges.length) return [];
  const lines = [...group.lines, 'What else is inside follows.'];
  const outer = boxes.map((box) => (box === group ? { ...group, lines, boxes: [] } : box));
  const title =
    group.title === ''
      ? outside.filter(({ to }) => to === group.id).map((edge) => contextOf(edge, boxes))
      : [group.title];
  return [
    { boxes: outer, edges: outside },
    ...parts.map((part, index) => ({
      ...part,
      boxes: [
        {
          ...group,
          id: `${group.id}:${index}`,
          title: `${title.join(', ')} (continued)`,
          lines: [],
          boxes: part.boxes,
        },
      ],
    })),
  ];
}

/** When a group without a title shows: “Do you have pets?” is “Yes”. */
function contextOf({ from, labels }: MapEdge, boxes: readonly MapBox[]): string {
  const title = withInner(boxes).find(({ id }) => id === from)?.title ?? '';
  return `“${title}” ${labels.join(', ')}`;
}

/** What edges connect, each with its edges, in the order of the page. */
function partsOf({ boxes, edges }: Part): readonly Part[] {
  const roots = new Map(boxes.flatMap((box) => withInner([box]).map(({ id }) => [id, box.id] as const)));
  const parts = new Map(boxes.map(({ id }) => [id, id]));
  const partOf = (id: string): string => {
    const part = parts.get(roots.get(id) ?? id) ?? id;
    return part === id ? id : partOf(part);
  };
  for (const { from, to } of edges) parts.set(partOf(to), partOf(from));
  const found = Map.groupBy(boxes, ({ id }) => partOf(id));
  return [...found].map(([part, own]) => ({
    boxes: own,
    edges: edges.filter(({ from }) => partOf(from) === part),
  }));
}

function movedBy(part: PlacedPart, x: number, y: number): PlacedPart {
  const moved = <Point extends { readonly x: number; readonly y: number }>(point: Point): Point => ({
    ...point,
    x: point.x + x,
    y: point.y + y,
  });
  return {
    width: part.width + x,
    height: part.height + y,
    boxes: part.boxes.map(moved),
    edges: part.edges.map((edge) => ({ ...edge, points: edge.points.map(moved), label: moved(edge.label) })),
  };
}
