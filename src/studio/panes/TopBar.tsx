import { counted } from '#form/summary/counted.ts';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import CircularProgress from '@mui/material/CircularProgress';
import Link from '@mui/material/Link';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { FaultIcon, RightIcon } from '../icons.tsx';
import type { StudioData } from '../studio-data.ts';

type TopBarProps = { readonly data: Partial<StudioData>; readonly onPartner: (partner: string) => void };

/** Partner choice and check status. */
export function TopBar({ data, onPartner }: TopBarProps) {
  const { partners = [], partner = '' } = data;
  return (
    <Bar as="header" sx={{ gap: 2, minHeight: 52 }}>
      <Mark />
      <Typography variant="h1">Studio</Typography>
      {partners.length > 1 && (
        <Select
          size="small"
          variant="outlined"
          value={partner}
          onChange={({ target }) => onPartner(target.value)}
          inputProps={{ 'aria-label': 'Partner' }}
          sx={{ minWidth: 0, '& .MuiSelect-select': { py: 0.5 } }}
        >
          {partners.map(({ name, title }) => (
            <MenuItem key={name} value={name}>
              {title}
            </MenuItem>
          ))}
        </Select>
      )}
      <Box sx={{ flex: 1 }} />
      <Link href={`/studio/states?partner=${encodeURIComponent(partner)}`} target="_blank">
        All states
      </Link>
      <Box role="status">
        <State data={data} />
      </Box>
    </Bar>
  );
}

/** A row of controls. */
export const Bar = styled('div')(({ theme: { palette, spacing } }) => ({
  display: 'flex',
  alignItems: 'center',
  padding: spacing(1, 2),
  backgroundColor: palette.background.paper,
  borderBottom: `1px solid ${palette.divider}`,
}));

function Mark() {
  return (
    <Box
      component="svg"
      viewBox="0 0 24 24"
      aria-hidden="true"
      sx={{ width: 24, height: 24, color: 'primary.main', flex: 'none' }}
    >
      <rect x="1" y="3" width="22" height="18" rx="4" fill="currentColor" />
      <rect x="4" y="6.500" width="4" height="11" rx="1.500" fill="#fff" opacity=".55" />
      <rect x="10" y="6.500" width="10" height="11" rx="1.500" fill="#fff" />
    </Box>
  );
}

function State({ data: { phase, faults = [] } }: Pick<TopBarProps, 'data'>) {
  const errors = faults.filter(({ isError }) => isError).length;
  if (errors > 0) {
    return <Chip color="error" size="small" icon={<FaultIcon />} label={counted(errors, 'fault')} />;
  }
  if (phase !== 'checked') {
    const spinner = <CircularProgress size={12} thickness={6} aria-hidden="true" />;
    return <Chip variant="outlined" size="small" icon={spinner} label="Checking" sx={{ pl: 0.75 }} />;
  }
  if (faults.length > 0) {
    const label = counted(faults.length, 'warning');
    return <Chip color="warning" size="small" icon={<FaultIcon />} label={label} />;
  }
  return (
    <Chip variant="outlined" color="success" size="small" icon={<RightIcon />} label="All files are valid" />
  );
}
