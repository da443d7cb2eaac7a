import Box from '@mui/material/Box';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';
import { ChangedIcon, FaultIcon, UnseenIcon } from '../icons.tsx';
import type { Marks } from '../tree.ts';

type NodeMarksProps = { readonly marks: Marks; readonly isLeaf: boolean; readonly isOpen: boolean };

/** What is to be noticed at a node; of what is closed also what is inside. */
export function NodeMarks({ marks, isLeaf, isOpen }: NodeMarksProps) {
  const { faults, changed, unseen } = marks;
  if (!isLeaf && isOpen) return null;
  return (
    <Box sx={{ display: 'flex', gap: 0.5, flex: 'none' }}>
      {faults.length > 0 && <Mark icon={FaultIcon} color="error.main" title="has a fault" />}
      {changed > 0 && <Mark icon={ChangedIcon} color="info.main" title="changed since main" />}
      {unseen > 0 && isLeaf && (
        <Mark icon={UnseenIcon} color="text.secondary" title="no invented student is asked this" />
      )}
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
