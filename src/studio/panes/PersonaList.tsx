import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { RightIcon, UnseenIcon } from '../icons.tsx';
import type { StudioPersona } from '../studio-data.ts';
import type { View } from '../use-view.ts';

type PersonaListProps = {
  readonly personas: readonly StudioPersona[];
  readonly keys: readonly string[];
  readonly as: string | undefined;
  readonly onChange: (change: Partial<View>) => void;
};

/** Which of the invented students are asked something; a click shows the form as that one. */
export function PersonaList({ personas, keys, as, onChange }: PersonaListProps) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.25 }}>
      {personas.map(({ name, title, asked, state }) => {
        const isAsked = keys.some((key) => asked.includes(key));
        const Icon = isAsked ? RightIcon : UnseenIcon;
        return (
          <li key={name}>
            <ButtonBase
              disabled={!state}
              aria-pressed={name === as}
              onClick={() => onChange({ as: name })}
              sx={{
                width: 1,
                display: 'grid',
                gridTemplateColumns: '20px minmax(0, 1fr)',
                gap: 1,
                alignItems: 'start',
                justifyContent: 'start',
                textAlign: 'left',
                px: 1,
                py: 0.625,
                mx: -1,
                borderRadius: 1,
                lineHeight: 1.4,
                bgcolor: name === as ? 'primary.light' : 'transparent',
                color: isAsked ? 'text.primary' : 'text.secondary',
                '&:hover': { bgcolor: name === as ? 'primary.light' : 'action.hover' },
              }}
            >
              <Icon
                sx={{ fontSize: 18, mt: 0.125, color: isAsked ? 'success.main' : 'text.secondary' }}
                titleAccess={isAsked ? 'asked' : 'not asked'}
              />
              <span>{title}</span>
            </ButtonBase>
          </li>
        );
      })}
    </Box>
  );
}
