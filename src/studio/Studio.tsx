import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useMemo, useState } from 'react';
import { DetailPane } from './panes/DetailPane.tsx';
import { FormPane } from './panes/FormPane.tsx';
import { TopBar } from './panes/TopBar.tsx';
import { TreePane } from './panes/TreePane.tsx';
import { marksOf, pathTo } from './tree.ts';
import { useExplained, useStudioData } from './use-studio-data.ts';
import { useView } from './use-view.ts';

const PANES = [
  { id: 'tree', label: 'Questions' },
  { id: 'form', label: 'Form' },
  { id: 'details', label: 'Details' },
] as const;

type PaneId = (typeof PANES)[number]['id'];

/** The studio: question tree, live form, and explanations. */
export function Studio() {
  const [view, change] = useView();
  const data = useStudioData(view.partner);
  const marks = useMemo(() => marksOf(data), [data]);
  const path = useMemo(() => pathTo(data.tree ?? [], view.chosen), [data.tree, view.chosen]);
  useExplained(path.at(-1)?.name);
  const isNarrow = useMediaQuery('(max-width: 899px)');
  const [open, setOpen] = useState<PaneId>('form');
  const panes: Readonly<Record<PaneId, ReactNode>> = {
    tree: (
      <TreePane data={data} marks={marks} chosen={view.chosen} onChoose={(chosen) => change({ chosen })} />
    ),
    form: <FormPane data={data} view={view} path={path} onChange={change} />,
    details: <DetailPane data={data} view={view} path={path} marks={marks} onChange={change} />,
  };
  return (
    <Box sx={{ height: '100dvh', display: 'grid', gridTemplate: 'auto minmax(0, 1fr) / minmax(0, 1fr)' }}>
      <TopBar data={data} onPartner={(partner) => change({ partner })} />
      <Box
        component="main"
        sx={{
          display: 'grid',
          gridTemplate: isNarrow
            ? 'auto minmax(0, 1fr) / minmax(0, 1fr)'
            : 'minmax(0, 1fr) / 280px minmax(0, 1fr) 328px',
          minHeight: 0,
        }}
      >
        {isNarrow && <PaneTabs open={open} onOpen={setOpen} />}
        {PANES.map(({ id, label }) => (
          <Box
            key={id}
            component="section"
            id={`pane-${id}`}
            aria-label={label}
            {...(isNarrow && { role: 'tabpanel', 'aria-labelledby': `tab-${id}` })}
            hidden={isNarrow && open !== id}
            sx={{
              minWidth: 0,
              minHeight: 0,
              display: isNarrow && open !== id ? 'none' : 'grid',
              bgcolor: id === 'form' ? 'background.default' : 'background.paper',
              borderRight: id === 'tree' ? 1 : 0,
              borderLeft: id === 'details' ? 1 : 0,
              borderColor: 'divider',
            }}
          >
            {panes[id]}
          </Box>
        ))}
      </Box>
    </Box>
  );
}

/** Tabs for the panes on narrow screens. */
function PaneTabs({ open, onOpen }: { readonly open: PaneId; readonly onOpen: (id: PaneId) => void }) {
  return (
    <Tabs
      value={open}
      onChange={(_event, id: PaneId) => onOpen(id)}
      variant="fullWidth"
      aria-label="Panes"
      sx={{ bgcolor: 'background.paper', borderBottom: 1, borderColor: 'divider' }}
    >
      {PANES.map(({ id, label }) => (
        <Tab key={id} id={`tab-${id}`} aria-controls={`pane-${id}`} value={id} label={label} />
      ))}
    </Tabs>
  );
}
