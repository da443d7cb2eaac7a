import type { PageDefinition } from '#form/definition/definition.ts';
import { useApplication } from '#client/session/application.ts';
import { useFormProgress } from './counted-progress.ts';
import { SaveState } from '../SaveState.tsx';
import { SectionList, type SectionListProps } from './SectionList.tsx';
import { useStepNotes, StepNavigation, type StepNavigationProps } from './StepNavigation.tsx';
import { useSectionInSight } from './use-section-in-sight.ts';
import { useLocation, useNavigate } from 'react-router';
import { Icon } from '#client/ui/Icon.tsx';
import { Sheet } from '#client/ui/dialog/Sheet.tsx';
import { readNavigationState } from '#client/screens/navigation-state.ts';
import { savePosition } from './scroll-position.ts';
import { say } from '#texts/say.ts';
import { sectionTexts } from '#generated/texts.ts';

type FormAsideProps = Pick<StepNavigationProps, 'onStep'> & { readonly page: PageDefinition };

/** Steps, progress and save state; a component of its own, so that a new count re-renders only this. */
export function FormAside({ page, onStep }: FormAsideProps) {
  const { definition, autosave } = useApplication();
  const sections = useFormProgress().sections.filter((one) => one.page === page.id);
  const current = useSectionInSight(page, sections);
  const place = { page, sections, current };
  const hasPlaces = sections.length > 1;
  return (
    <div className="stack form-aside">
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

/** What is passed on to the entry of the history in which the list is open, so that going back closes it. */
const OPEN = { sheet: 'sections' } as const;

/** On a narrow screen: the section in sight, and the list of all of them as a sheet. */
function PlaceBar({ page, sections, current }: Omit<SectionListProps, 'replace'>) {
  const { key, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const isOpen = readNavigationState(state).sheet === OPEN.sheet;
  const close = (): void => void navigate(-1);
  const at = Math.max(
    0,
    sections.findIndex(({ anchor }) => anchor === current),
  );
  const section = sections[at]?.section;
  if (!section || sections.length < 2) return null;
  const open = (): void => {
    savePosition(key, page.path);
    void navigate({ pathname, search, hash: window.location.hash }, { state: OPEN });
  };
  return (
    <>
      <button
        type="button"
        className="bare place-bar"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={open}
      >
        <span className="place-bar-text">
          <span className="place-bar-number">
            {say(sectionTexts.place, { number: at + 1, count: sections.length })}
          </span>
          <span className="place-bar-title">{section.title}</span>
        </span>
        <Icon name="down" />
        <span className="visually-hidden">{say(sectionTexts.showAll)}</span>
      </button>
      {isOpen && (
        <Sheet title={page.title} onClose={close}>
          <SectionList page={page} sections={sections} current={current} replace />
        </Sheet>
      )}
    </>
  );
}
