import { counted } from '#form/summary/counted.ts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { FaultIcon } from '../icons.tsx';
import type { Place } from '#compiler/source/cursor.ts';
import type { StudioFault } from '../studio-data.ts';
import type { View } from '../use-view.ts';
import Link from '@mui/material/Link';
import type { MouseEvent } from 'react';

export type FaultPanelProps = {
  readonly faults: readonly StudioFault[];
  /** False while an older form is shown because of them. */
  readonly isUsed: boolean;
  readonly onChange: (change: Partial<View>) => void;
};

/** Live findings of the check. */
export function FaultPanel({ faults, isUsed, onChange }: FaultPanelProps) {
  return (
    <Box
      component="section"
      aria-labelledby="faults-title"
      sx={{
        maxHeight: '34vh',
        overflow: 'auto',
        bgcolor: 'background.paper',
        borderTop: 3,
        borderColor: 'error.main',
      }}
    >
      <Box role="alert" sx={{ px: 2, pt: 1.25 }}>
        <Typography id="faults-title" component="h2" sx={{ fontWeight: 650 }}>
          {counted(faults.length, 'fault')} in the questionnaire
        </Typography>
        {!isUsed && (
          <Typography>The form is shown as it was before: what is written now cannot be used yet.</Typography>
        )}
      </Box>
      <Box component="ol" sx={{ m: 0, px: 2, pb: 1.5, listStyle: 'none' }}>
        {faults.map((fault) => (
          <Box
            component="li"
            key={`${fault.file}:${fault.line}:${fault.column} ${fault.code} ${fault.found}`}
            sx={{ pt: 1.25 }}
          >
            <FaultText fault={fault} />
            {fault.witness && <WitnessLink witness={fault.witness} onChange={onChange} />}
          </Box>
        ))}
      </Box>
    </Box>
  );
}

/** A fault with its place and its fix. */
export function FaultText({ fault }: { readonly fault: StudioFault }) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '20px minmax(0, 1fr)', columnGap: 1, rowGap: 0.25 }}>
      <FaultIcon sx={{ fontSize: 18, color: fault.isError ? 'error.main' : 'warning.main' }} />
      <Box>
        <PlaceLink place={fault} />
        <Box component="span" sx={{ ml: 1, color: 'text.secondary', fontSize: '0.8125rem' }}>
          {fault.isError ? fault.code : `${fault.code}, a warning`}
        </Box>
      </Box>
      <Typography sx={{ gridColumn: 2, overflowWrap: 'anywhere' }}>Found {fault.found}.</Typography>
      <Typography sx={{ gridColumn: 2, overflowWrap: 'anywhere', color: 'text.secondary' }}>
        Expected {fault.expected}.
      </Typography>
      <Typography sx={{ gridColumn: 2, overflowWrap: 'anywhere' }}>
        <b>To fix:</b> {fault.cure}
      </Typography>
    </Box>
  );
}

type WitnessLinkProps = Pick<FaultPanelProps, 'onChange'> & {
  readonly witness: NonNullable<StudioFault['witness']>;
};

function WitnessLink({ witness, onChange }: WitnessLinkProps) {
  return (
    <Typography component="div" sx={{ pl: 3.5 }}>
      Shown by: {witness.words}.{' '}
      <Button size="small" onClick={() => onChange({ as: witness.path, chosen: undefined })}>
        Fill in the form so
      </Button>
    </Typography>
  );
}

/** A link that opens a place in `schemas/` in the editor. */
export function PlaceLink({ place: { file, line, column } }: { readonly place: Place }) {
  const words = { file: `${import.meta.env['SCHEMAS']}/${file}:${line}:${column}` };
  const address = `/__open-in-editor?${new URLSearchParams(words).toString()}`;
  const open = (event: MouseEvent): void => {
    event.preventDefault();
    void fetch(address);
  };
  return (
    <Link
      href={address}
      onClick={open}
      title="Open in the editor"
      sx={{
        fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
        fontSize: '0.8125rem',
        overflowWrap: 'anywhere',
      }}
    >
      {file}:{line}
    </Link>
  );
}
