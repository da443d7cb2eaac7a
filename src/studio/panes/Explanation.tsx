import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Explanation as Explained, Sentence } from '#compiler/why/explanation.ts';
import type { View } from '../use-view.ts';
import { PlaceLink } from './FaultPanel.tsx';
import type { ReactNode } from 'react';

type ExplanationProps = {
  readonly explanation: Explained;
  readonly onChange: (change: Partial<View>) => void;
};

/** The explanation of a part of the form, as in `npm run why`. */
export function Explanation({ explanation, onChange }: ExplanationProps) {
  const { rules, decides } = explanation;
  return (
    <>
      <Why explanation={explanation} />
      <Way explanation={explanation} onChange={onChange} />
      {rules.length > 0 && (
        <Part title="Rules">
          <Sentences sentences={rules} />
        </Part>
      )}
      {decides.length > 0 && (
        <Part title="What it decides">
          <Sentences sentences={decides} onShow={(chosen) => onChange({ chosen })} />
        </Part>
      )}
    </>
  );
}

/** Removes places from the text, since they are links here. */
const WRITTEN_PLACES = / \([\w./-]+\.json:\d+\)/g;

function Why({ explanation: { summary, shownWhen } }: Pick<ExplanationProps, 'explanation'>) {
  const places = shownWhen.flatMap(({ at }) => at ?? []);
  return (
    <Part title="Shown when">
      <Typography>{summary.join(' ').replaceAll(WRITTEN_PLACES, '')}</Typography>
      {places.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}>
          {places.map((place) => (
            <PlaceLink key={`${place.file}:${place.line}`} place={place} />
          ))}
        </Box>
      )}
    </Part>
  );
}

function Way({ explanation: { way }, onChange }: ExplanationProps) {
  const steps = way ? [...way.answers, ...way.clicks] : [];
  if (!way || steps.length === 0) return null;
  return (
    <Part title="Shortest way there">
      <Sentences sentences={steps.map((text) => ({ text }))} />
      <Button
        variant="outlined"
        size="small"
        sx={{ justifySelf: 'start' }}
        onClick={() => onChange({ as: way.path })}
      >
        Fill in the form so
      </Button>
    </Part>
  );
}

type TranslatedText = Sentence & { readonly keys?: readonly string[] };

type SentencesProps = {
  readonly sentences: readonly TranslatedText[];
  /** Goes to the question of a sentence. */
  readonly onShow?: (key: string) => void;
};

function Sentences({ sentences, onShow }: SentencesProps) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
      {sentences.map(({ text, at, keys: [key] = [] }) => (
        <Entry key={`${text} ${at?.file} ${at?.line}`} color="divider">
          <Typography>{text}</Typography>
          <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 1 }}>
            {at && <PlaceLink place={at} />}
            {onShow && key !== undefined && <ShowButton onClick={() => onShow(key)} />}
          </Box>
        </Entry>
      ))}
    </Box>
  );
}

/** A list entry with a line at its side. */
export function Entry({ color, children }: { readonly color: string; readonly children: ReactNode }) {
  return (
    <Box component="li" sx={{ borderLeft: 2, borderColor: color, pl: 1.25 }}>
      {children}
    </Box>
  );
}

/** Button that goes to the entry's subject. */
export function ShowButton({ onClick, ml = 0 }: { readonly onClick: () => void; readonly ml?: number }) {
  return (
    <Button
      size="small"
      sx={{ minWidth: 0, px: 0.75, py: 0, ml, lineHeight: 1.5, fontSize: '0.8125rem' }}
      onClick={onClick}
    >
      Show it
    </Button>
  );
}

/** A part of the explanation with a heading. */
export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Box component="section" sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
      <Typography variant="h3" sx={{ color: 'text.secondary' }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}
