import type { KeyboardEvent } from 'react';
import type { PageDefinition } from '#form/definition/definition.ts';
import { type SectionProgress, sectionState, type SectionState } from '#form/progress/section-progress.ts';
import { sectionPlace } from '#client/session/form-places.ts';
import { Icon, type IconName } from '#client/ui/Icon.tsx';
import { ScreenLink } from '#client/screens/ScreenLink.tsx';
import { useShownMistakes } from './counted-progress.ts';
import { say } from '#texts/say.ts';
import { sectionTexts, submitTexts } from '#generated/texts.ts';

export type SectionListProps = {
  readonly page: PageDefinition;
  /** Those of the page that are shown. */
  readonly sections: readonly SectionProgress[];
  /** What names the section in sight. */
  readonly current: string | undefined;
  /** A section that is chosen takes the place of this entry of the history. */
  readonly replace?: boolean;
};

/** Sections of a page with state and link: one Tab stop, arrow keys inside. */
export function SectionList({ page, sections, current, replace = false }: SectionListProps) {
  const { shown, isToLookAt } = useShownMistakes();
  const stop = current ?? sections[0]?.anchor;
  return (
    <ol
      className="plain-list sections"
      aria-label={say(sectionTexts.list, { page: page.title })}
      onKeyDown={moveFocus}
    >
      {sections.map((one) => {
        const state = sectionState(one, shown);
        const wrong = one.questions.filter((key) => Object.hasOwn(shown, key));
        const { hash, state: passed } = sectionPlace(one.section);
        return (
          <li key={one.anchor}>
            <ScreenLink
              to={`${page.path}${hash}`}
              state={passed}
              replace={replace}
              className={`sections-link sections-${state.kind}`}
              aria-current={one.anchor === current ? 'location' : undefined}
              tabIndex={one.anchor === stop ? undefined : -1}
            >
              <Icon name={SECTION_ICONS[state.kind]} className="sections-icon" />
              <span className="sections-title">{one.section.title}</span>
              <span className="sections-state">{sectionWords(state, wrong.every(isToLookAt))}</span>
            </ScreenLink>
          </li>
        );
      })}
    </ol>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll('a')];
  const at = links.findIndex((link) => link === document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
  if (at < 0 || next === undefined) return;
  event.preventDefault();
  links[Math.min(Math.max(next, 0), links.length - 1)]?.focus();
}

/** The icon for each state of a section. */
const SECTION_ICONS: Readonly<Record<SectionState['kind'], IconName>> = {
  untouched: 'ring',
  started: 'begun',
  complete: 'check',
  toFix: 'alert',
};

/** The state of a section in words; `isToLookAt` if the form, not the student, made it wrong. */
function sectionWords(state: SectionState, isToLookAt: boolean): string {
  switch (state.kind) {
    case 'untouched':
      return say(state.isOptional ? sectionTexts.optional : sectionTexts.untouched);
    case 'started':
      return say(sectionTexts.left, { count: state.open });
    case 'complete':
      return say(submitTexts.stepDone);
    case 'toFix':
      return say(isToLookAt ? submitTexts.toLookAt : submitTexts.toFix, { count: state.wrong });
  }
}
