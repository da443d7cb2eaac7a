import { expect, it } from 'vitest';
import type { StudioChanges, TreeNode } from '#studio/studio-data.ts';
import { marksOf } from '#studio/tree.ts';

function node(id: string, kind: TreeNode['kind'], children: readonly TreeNode[] = []): TreeNode {
  return { id, name: id, kind, label: id, path: '/p', places: [], children };
}

it('counts each change once, whatever the number of sentences', () => {
  const tree = [node('page', 'page', [node('a', 'question'), node('b', 'question')])];
  const list = ['a', 'a', 'b'].map((each) => ({ heading: [], sentence: `Of ${each}.`, node: each }));
  const changes: StudioChanges = { list };
  expect(marksOf({ tree, changes }).get('page')).toMatchObject({ changed: 2 });
  expect(marksOf({ tree, changes }).get('a')).toMatchObject({ changed: 1 });
});
