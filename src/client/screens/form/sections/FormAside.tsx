import type { PageDefinition } from '#form/definition/definition.ts';
import { useApplication } from '#client/session/application.ts';
import { useFormProgress } from './counted-progress.ts';
import { PlaceBar } from './PlaceBar.tsx';
import { SaveState } from '../SaveState.tsx';
import { SectionList } from './SectionList.tsx';
import { useStepNotes } from './step-notes.ts';
import { StepNavigation, type StepNavigationProps } from './StepNavigation.tsx';
import { useSectionInSight } from './use-section-in-sight.ts';

type FormAsideProps = Pick<StepNavigationProps, 'onStep'> & { readonly page: PageDefinition };

/**
 * Where one is, what is done, and whether it is saved: next to the page, on a narrow screen above it and in a bar that
 * stays. By itself, so that a new count draws nothing else again.
 */
export function FormAside({ page, onStep }: FormAsideProps) {
  const { definition, autosave } = useApplication();
  const sections = useFormProgress().sections.filter((one) => one.page === page.id);
  const current = useSectionInSight(page, sections);
  const place = { page, sections, current };
  const hasPlaces = sections.length > 1;
  return (
    <div className="form-aside">
      <StepNavigation pages={definition.pages} notes={useStepNotes()} onStep={onStep}>
        {hasPlaces && <SectionList {...place} />}
      </StepNavigation>
      {(hasPlaces || autosave) && (
        <div className="form-aside-place no-print">
          <PlaceBar {...place} />
          {autosave && <SaveState autosave={autosave} definition={definition} />}
        </div>
      )}
    </div>
  );
}
