import type { Import } from './import-graph.ts';

/** The largest groups of files each of which leads to each other by imports, types included; in order. */
export function fileCircles(imports: readonly Import[]): readonly (readonly string[])[] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
  const reached = new Map([...targets.keys()].map((file) => [file, reachedFrom(file, targets)] as const));
  const circles = [...reached].map(([file, ahead]) =>
    [...ahead].filter((other) => reached.get(other)?.has(file)).toSorted(),
  );
  const inOrder = circles.filter((circle) => circle.length > 0).map((circle) => circle.join('\n'));
  return [...new Set(inOrder)].toSorted().map((circle) => circle.split('\n'));
}

/** All files that an import of the file, or of what it imports, leads to; itself only by a circle. */
function reachedFrom(file: string, targets: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [file];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const target of targets.get(next) ?? []) {
      if (reached.has(target)) continue;
      reached.add(target);
      waiting.push(target);
    }
  }
  return reached;
}
