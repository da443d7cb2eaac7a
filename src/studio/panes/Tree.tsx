import Box from '@mui/material/Box';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState, type ComponentType } from 'react';
import { ClosedIcon, OpenedIcon, ChangedIcon, FaultIcon, UnseenIcon } from '../icons.tsx';
import type { TreeNode } from '../studio-data.ts';
import { type Marks, marksIn, pathTo } from '../tree.ts';
import type { SvgIconProps } from '@mui/material/SvgIcon';

export type TreeProps = {
  readonly nodes: readonly TreeNode[];
  readonly marks: ReadonlyMap<string, Marks>;
  readonly chosen: string | undefined;
  /** True if all nodes are expanded, as in search results. */
  readonly isOpened: boolean;
  readonly onChoose: (id: string) => void;
};

/** ARIA tree pattern: one Tab stop, arrows inside. Rows are flat, so that names do not include children. */
export function Tree({ nodes, marks, chosen, isOpened, onChoose }: TreeProps) {
  const [opened, setOpened] = useOpened(nodes, chosen);
  const [active, setActive] = useState<string>();
  const root = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const item =
      chosen === undefined ? null : root.current?.querySelector(`[data-node="${CSS.escape(chosen)}"]`);
    item?.firstElementChild?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const isOpen = (node: TreeNode): boolean => isOpened || opened.has(node.id);
  const rows = useMemo(
    () => visibleRows(nodes, (node) => isOpened || opened.has(node.id)),
    [nodes, opened, isOpened],
  );
  const stop = [active, chosen].find((id) => rows.some(({ node }) => node.id === id)) ?? rows[0]?.node.id;
  const toggle = (id: string, isNowOpen: boolean): void =>
    setOpened((before) => new Set(isNowOpen ? [...before, id] : [...before].filter((other) => other !== id)));
  const goTo = (id: string | undefined): void => {
    if (id === undefined) return;
    setActive(id);
    root.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`)?.focus();
  };
  const handleKey = (event: KeyboardEvent): void => {
    const index = rows.findIndex(({ node }) => node.id === stop);
    const row = rows[index];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const move = keyMove(event.key, { rows, index, isOpen: isOpen(row.node) });
    if (!move) return;
    event.preventDefault();
    if (move.kind === 'go') goTo(move.id);
    else if (move.kind === 'choose') onChoose(row.node.id);
    else toggle(row.node.id, move.kind === 'open');
  };
  const choose = (node: TreeNode): void => {
    setActive(node.id);
    onChoose(node.id);
    if (node.kind !== 'question') toggle(node.id, node.id !== chosen || !isOpen(node));
  };
  return (
    <Box
      ref={root}
      component="ul"
      role="tree"
      aria-label="Questions"
      onKeyDown={handleKey}
      sx={{ m: 0, p: 1, pt: 0, listStyle: 'none', overflow: 'auto', scrollbarWidth: 'thin' }}
    >
      {rows.map(({ node, level }) => (
        <TreeItem
          key={node.id}
          node={node}
          level={level}
          isOpen={isOpen(node)}
          isChosen={node.id === chosen}
          isStop={node.id === stop}
          marks={marksIn(marks, node.id)}
          onChoose={() => choose(node)}
        />
      ))}
    </Box>
  );
}

/** Expanded nodes: initially the pages; ancestors of the selection are added. */
function useOpened(nodes: readonly TreeNode[], chosen: string | undefined) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [revealed, setRevealed] = useState<string>();
  const [isBegun, setBegun] = useState(false);
  if (!isBegun && nodes.length > 0) {
    setBegun(true);
    setOpened(new Set(nodes.map(({ id }) => id)));
  }
  const around = pathTo(nodes, chosen);
  if (chosen !== revealed && around.length > 0) {
    setRevealed(chosen);
    setOpened((before) => new Set([...before, ...around.slice(0, -1).map(({ id }) => id)]));
  }
  return [opened, setOpened] as const;
}

type Row = { readonly node: TreeNode; readonly parent: string | undefined; readonly level: number };

function visibleRows(
  nodes: readonly TreeNode[],
  isOpen: (node: TreeNode) => boolean,
  { parent, level }: Pick<Row, 'parent' | 'level'> = { parent: undefined, level: 1 },
): readonly Row[] {
  return nodes.flatMap((node) => [
    { node, parent, level },
    ...(isOpen(node) ? visibleRows(node.children, isOpen, { parent: node.id, level: level + 1 }) : []),
  ]);
}

type Move =
  | { readonly kind: 'go'; readonly id: string | undefined }
  | { readonly kind: 'choose' | 'open' | 'close' };

type Where = { readonly rows: readonly Row[]; readonly index: number; readonly isOpen: boolean };

function keyMove(key: string, { rows, index, isOpen }: Where): Move | undefined {
  const row = rows[index];
  const go = (to: number): Move => ({
    kind: 'go',
    id: rows[Math.max(0, Math.min(to, rows.length - 1))]?.node.id,
  });
  const isLeaf = row?.node.children.length === 0;
  switch (key) {
    case 'ArrowDown':
      return go(index + 1);
    case 'ArrowUp':
      return go(index - 1);
    case 'Home':
      return go(0);
    case 'End':
      return go(rows.length - 1);
    case 'ArrowRight':
      if (isLeaf) return undefined;
      return isOpen ? go(index + 1) : { kind: 'open' };
    case 'ArrowLeft':
      return !isLeaf && isOpen ? { kind: 'close' } : { kind: 'go', id: row?.parent };
    case 'Enter':
    case ' ':
      return { kind: 'choose' };
    default:
      return undefined;
  }
}

type TreeItemProps = {
  readonly node: TreeNode;
  readonly level: number;
  readonly isOpen: boolean;
  readonly isChosen: boolean;
  readonly isStop: boolean;
  readonly marks: Marks;
  readonly onChoose: () => void;
};

function TreeItem({ node, level, isOpen, isChosen, isStop, marks, onChoose }: TreeItemProps) {
  const { id, kind, label } = node;
  const isLeaf = node.children.length === 0;
  const Arrow = isOpen ? OpenedIcon : ClosedIcon;
  return (
    <Box
      component="li"
      role="treeitem"
      data-node={id}
      aria-labelledby={`node-${id}`}
      aria-level={level}
      aria-selected={isChosen}
      {...(!isLeaf && { 'aria-expanded': isOpen })}
      tabIndex={isStop ? 0 : -1}
      sx={{ outline: 'none', '&:focus-visible > .row': { outline: 2, outlineColor: 'primary.main' } }}
    >
      <Box
        className="row"
        onClick={onChoose}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 0.5,
          minHeight: 30,
          pl: 0.5 + (level - 1) * 1.5,
          pr: 1,
          borderRadius: 1,
          cursor: 'pointer',
          fontSize: '0.84375rem',
          lineHeight: 1.35,
          fontWeight: kind === 'page' ? 650 : kind === 'question' ? 400 : 550,
          color: isChosen ? 'primary.dark' : 'text.primary',
          bgcolor: isChosen ? 'primary.light' : 'transparent',
          '&:hover': { bgcolor: isChosen ? 'primary.light' : 'action.hover' },
        }}
      >
        {isLeaf ? (
          <Box sx={{ width: 18, flex: 'none' }} />
        ) : (
          <Arrow sx={{ fontSize: 18, color: 'text.secondary' }} />
        )}
        <Box id={`node-${id}`} sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', py: 0.5 }}>
          {label}
        </Box>
        <NodeMarks marks={marks} isLeaf={isLeaf} isOpen={isOpen} />
      </Box>
    </Box>
  );
}

type NodeMarksProps = { readonly marks: Marks; readonly isLeaf: boolean; readonly isOpen: boolean };

/** Badges of a node; collapsed nodes include their descendants'. */
function NodeMarks({ marks, isLeaf, isOpen }: NodeMarksProps) {
  const { faults, changed, unseen } = marks;
  if (!isLeaf && isOpen) return null;
  return (
    <Box sx={{ display: 'flex', gap: 0.5, flex: 'none' }}>
      {faults.length > 0 && <Mark icon={FaultIcon} color="error.main" title="has a fault" />}
      {changed > 0 && <Mark icon={ChangedIcon} color="info.main" title="changed since main" />}
      {unseen > 0 && isLeaf && <Mark icon={UnseenIcon} color="text.secondary" title="no persona sees this" />}
    </Box>
  );
}

type MarkProps = {
  readonly icon: ComponentType<SvgIconProps>;
  readonly color: string;
  readonly title: string;
};

function Mark({ icon: Icon, color, title }: MarkProps) {
  return (
    <Box component="span" title={title} sx={{ display: 'inline-flex', color }}>
      <Icon sx={{ fontSize: 15 }} titleAccess={title} />
    </Box>
  );
}
