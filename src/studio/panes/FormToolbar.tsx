import Box from '@mui/material/Box';
import ListItemText from '@mui/material/ListItemText';
import ListSubheader from '@mui/material/ListSubheader';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { DesktopIcon, PersonIcon, PhoneIcon } from '../icons.tsx';
import type { StudioData, StudioState, TreeNode } from '../studio-data.ts';
import type { View } from '../use-view.ts';
import { Bar } from './TopBar.tsx';

type FormToolbarProps = {
  readonly data: Pick<Partial<StudioData>, 'personas' | 'states'>;
  /** Selected path; determines the offered section states. */
  readonly path: readonly TreeNode[];
  readonly view: View;
  readonly onChange: (change: Partial<View>) => void;
};

/** Controls for persona, state and screen width. */
export function FormToolbar({ data, path, view, onChange }: FormToolbarProps) {
  const { personas = [], states = [] } = data;
  const { as, width } = view;
  const isPath = as?.startsWith('/') ?? false;
  const offered = statesOf(path, states, as);
  const value = isPath || [...personas, ...offered].some(({ name }) => name === as) ? (as ?? '') : '';
  return (
    <Bar sx={{ gap: 1 }}>
      <PersonIcon sx={{ color: 'text.secondary' }} fontSize="small" />
      <Select
        size="small"
        value={value}
        displayEmpty
        onChange={({ target }) => onChange({ as: target.value === '' ? undefined : target.value })}
        inputProps={{ 'aria-label': 'See the form as' }}
        renderValue={(chosen) => nameOf(chosen, data)}
        sx={{ flex: '0 1 26rem', minWidth: 0, '& .MuiSelect-select': { py: 0.75 } }}
      >
        <MenuItem value="">Somebody who has answered nothing</MenuItem>
        {isPath && <MenuItem value={as}>The answers that show it</MenuItem>}
        {personas.length > 0 && <ListSubheader>Sample applicants</ListSubheader>}
        {personas.map(({ name, title, state }) => (
          <MenuItem key={name} value={name} disabled={!state}>
            <ListItemText
              primary={upperFirst(title)}
              secondary={state ? undefined : 'Cannot hand in this form'}
            />
          </MenuItem>
        ))}
        {offered.length > 0 && <ListSubheader>States of {offered[0]?.section}</ListSubheader>}
        {offered.map(({ name, caption, isShown }) => (
          <MenuItem key={name} value={name} sx={{ whiteSpace: 'normal', maxWidth: '34rem' }}>
            <ListItemText primary={caption} secondary={isShown ? undefined : 'The section is hidden'} />
          </MenuItem>
        ))}
      </Select>
      <Box sx={{ flex: 1 }} />
      <ToggleButtonGroup
        size="small"
        exclusive
        value={width}
        onChange={(_event, next: View['width'] | null) => next && onChange({ width: next })}
        aria-label="Width of the form"
      >
        <ToggleButton value="desktop" aria-label="Desktop" title="Desktop">
          <DesktopIcon fontSize="small" />
        </ToggleButton>
        <ToggleButton value="phone" aria-label="Phone" title="Phone">
          <PhoneIcon fontSize="small" />
        </ToggleButton>
      </ToggleButtonGroup>
    </Bar>
  );
}

/** Returns the states of the innermost section with any, and the current one. */
function statesOf(
  path: readonly TreeNode[],
  states: readonly StudioState[],
  as: string | undefined,
): readonly StudioState[] {
  const shown = states.find(({ name }) => name === as);
  const node = path.findLast(({ id }) => states.some((state) => state.node === id))?.id ?? shown?.node;
  const own = states.filter((state) => state.node === node);
  return shown && !own.includes(shown) ? [shown, ...own] : own;
}

function nameOf(chosen: string, { personas = [], states = [] }: FormToolbarProps['data']): string {
  const persona = personas.find(({ name }) => name === chosen);
  if (persona) return upperFirst(persona.title);
  const state = states.find(({ name }) => name === chosen);
  if (state) return state.caption;
  return chosen === '' ? 'Somebody who has answered nothing' : 'The answers that show it';
}

function upperFirst(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
