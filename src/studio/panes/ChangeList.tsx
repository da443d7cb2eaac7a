import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { StudioChange } from '../studio-data.ts';
import type { View } from '../use-view.ts';

type ChangeListProps = {
  readonly changes: readonly StudioChange[];
  readonly onChange: (change: Partial<View>) => void;
};

/** What students meet otherwise than before, as `npm run changes` says it; a click goes there. */
export function ChangeList({ changes, onChange }: ChangeListProps) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
      {changes.map(({ heading, sentence, node, witness }) => (
        <Box
          component="li"
          key={`${heading.join()} ${sentence}`}
          sx={{ borderLeft: 2, borderColor: 'info.main', pl: 1.25 }}
        >
          <Typography sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
            {heading.join(' › ')}
          </Typography>
          <Typography>{sentence}</Typography>
          {(node !== undefined || witness) && (
            <Button
              size="small"
              sx={{ minWidth: 0, px: 0.75, py: 0, ml: -0.75, lineHeight: 1.5, fontSize: '0.8125rem' }}
              onClick={() => onChange({ chosen: node, ...(witness && { as: witness.path }) })}
            >
              Show it
            </Button>
          )}
        </Box>
      ))}
    </Box>
  );
}
