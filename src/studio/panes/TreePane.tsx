import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useDeferredValue, useMemo, useState } from 'react';
import { ChangedIcon, FaultIcon, SearchIcon, UnseenIcon } from '../icons.tsx';
import type { StudioData, TreeNode } from '../studio-data.ts';
import { type Marks, marksIn } from '../tree.ts';
import { Tree, type TreeProps } from './Tree.tsx';

type TreePaneProps = Omit<TreeProps, 'nodes' | 'isOpened'> & { readonly data: Partial<StudioData> };

const FILTERS = [
  { id: 'faults', label: 'Faults', icon: <FaultIcon />, counts: (marks: Marks) => marks.faults.length },
  { id: 'changed', label: 'Changed', icon: <ChangedIcon />, counts: (marks: Marks) => marks.changed },
  { id: 'unseen', label: 'Unseen', icon: <UnseenIcon />, counts: (marks: Marks) => marks.unseen },
] as const;

/** Tree of all questions, with search and filters. */
export function TreePane({ data, marks, chosen, onChoose }: TreePaneProps) {
  const [words, setWords] = useState('');
  const [filter, setFilter] = useState<string>();
  const searched = useDeferredValue(words.trim().toLowerCase());
  const { tree = [] } = data;
  const only = FILTERS.find(({ id }) => id === filter);
  const shown = useMemo(() => {
    const isWanted = (node: TreeNode): boolean =>
      (searched === '' || `${node.label} ${node.id}`.toLowerCase().includes(searched)) &&
      (!only || ownCount(node, marks, only.counts) > 0);
    return searched === '' && !only ? tree : tree.flatMap((node) => filtered(node, isWanted));
  }, [tree, searched, only, marks]);
  const isFiltered = searched !== '' || only !== undefined;
  return (
    <Box sx={{ display: 'grid', gridTemplate: 'auto minmax(0, 1fr) / minmax(0, 1fr)', minHeight: 0 }}>
      <Box sx={{ p: 1.5, pb: 1, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
        <TextField
          size="small"
          type="search"
          placeholder="Search questions"
          value={words}
          onChange={({ target }) => setWords(target.value)}
          slotProps={{
            htmlInput: { 'aria-label': 'Search questions' },
            input: {
              startAdornment: (
                <InputAdornment position="start">
                  <SearchIcon fontSize="small" />
                </InputAdornment>
              ),
            },
          }}
        />
        <Box role="group" aria-label="Show only" sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
          {FILTERS.map(({ id, label, icon, counts }) => {
            const count = tree.reduce((sum, node) => sum + counts(marksIn(marks, node.id)), 0);
            const isOn = filter === id;
            return (
              <Chip
                key={id}
                size="small"
                icon={icon}
                label={count === 0 ? label : `${label} ${count}`}
                disabled={count === 0 && !isOn}
                color={isOn ? 'primary' : 'default'}
                variant={isOn ? 'filled' : 'outlined'}
                sx={{ fontSize: '0.75rem', '& .MuiChip-label': { px: 0.75 } }}
                aria-pressed={isOn}
                onClick={() => setFilter(isOn ? undefined : id)}
              />
            );
          })}
        </Box>
      </Box>
      {shown.length > 0 ? (
        <Tree nodes={shown} marks={marks} chosen={chosen} isOpened={isFiltered} onChoose={onChoose} />
      ) : (
        <Typography sx={{ px: 2, py: 1, color: 'text.secondary' }}>
          {tree.length === 0 ? 'The questions are being read.' : 'No question is like that.'}
        </Typography>
      )}
    </Box>
  );
}

/** Returns a node's own count, without descendants. */
function ownCount(
  node: TreeNode,
  marks: ReadonlyMap<string, Marks>,
  counts: (marks: Marks) => number,
): number {
  const below = node.children.map((child) => counts(marksIn(marks, child.id)));
  return counts(marksIn(marks, node.id)) - below.reduce((sum, count) => sum + count, 0);
}

/** Keeps matching nodes with ancestors and descendants. */
function filtered(node: TreeNode, isWanted: (node: TreeNode) => boolean): readonly TreeNode[] {
  if (isWanted(node)) return [node];
  const children = node.children.flatMap((child) => filtered(child, isWanted));
  return children.length > 0 ? [{ ...node, children }] : [];
}
