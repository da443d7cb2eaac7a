import type { Place } from '#compiler/source/cursor.ts';
import type { StudioData, StudioFault, TreeNode } from './studio-data.ts';

/** Badges of a tree node, including descendants. */
export type Marks = {
  readonly faults: readonly StudioFault[];
  readonly unseen: number;
  /** Questions and groups changed since main. */
  readonly changed: number;
};

const NONE: Marks = { faults: [], unseen: 0, changed: 0 };

/** Returns a node and its descendants, depth first. */
export function nodesBelow(node: TreeNode): readonly TreeNode[] {
  return [node, ...node.children.flatMap(nodesBelow)];
}

/** Returns the path to a node, page first, including itself; empty if not in the tree. */
export function pathTo(nodes: readonly TreeNode[], id: string | undefined): readonly TreeNode[] {
  for (const node of nodes) {
    if (node.id === id) return [node];
    const below = pathTo(node.children, id);
    if (below.length > 0) return [node, ...below];
  }
  return [];
}

/** Returns the question keys in a node. */
export function keysIn(node: TreeNode): readonly string[] {
  return nodesBelow(node).flatMap(({ kind, id }) => (kind === 'question' ? [id] : []));
}

/** Returns the badges of each node by ID. */
export function marksOf({
  tree = [],
  faults = [],
  personas,
  changes,
}: Partial<StudioData>): ReadonlyMap<string, Marks> {
  const found = new Map<string, Marks>();
  const faultsByNode = faultsAt(tree, faults);
  const shown = personas && personas.length > 0 ? new Set(personas.flatMap((one) => one.shown)) : undefined;
  const mark = (node: TreeNode): Marks => {
    const below = node.children.map(mark);
    const isUnseen = node.kind === 'question' && shown !== undefined && !shown.has(node.id);
    const isChanged = changes?.list.some((change) => change.node === node.id) === true;
    const marks = {
      faults: [...new Set([...(faultsByNode.get(node.id) ?? []), ...below.flatMap((each) => each.faults)])],
      unseen: below.reduce((sum, each) => sum + each.unseen, isUnseen ? 1 : 0),
      changed: below.reduce((sum, each) => sum + each.changed, isChanged ? 1 : 0),
    };
    found.set(node.id, marks);
    return marks;
  };
  tree.forEach(mark);
  return found;
}

export function marksIn(marks: ReadonlyMap<string, Marks>, id: string): Marks {
  return marks.get(id) ?? NONE;
}

/** Assigns each fault to the closest node that begins before it in the file. */
function faultsAt(
  tree: readonly TreeNode[],
  faults: readonly StudioFault[],
): ReadonlyMap<string, readonly StudioFault[]> {
  const places = tree
    .flatMap(nodesBelow)
    .flatMap((node) => node.places.map((place) => ({ id: node.id, place })));
  const found = new Map<string, StudioFault[]>();
  for (const fault of faults) {
    const before = places.filter(({ place }) => place.file === fault.file && isUpTo(place, fault));
    const last = before.reduce((line, { place }) => Math.max(line, place.line), 0);
    for (const { id } of before.filter(({ place }) => place.line === last)) {
      found.set(id, [...(found.get(id) ?? []), fault]);
    }
  }
  return found;
}

function isUpTo(place: Place, other: Place): boolean {
  return place.line < other.line || (place.line === other.line && place.column <= other.column);
}
