import { useState } from 'react';
import { nextSection } from '#form/progress/section-progress.ts';
import { useApplication } from '#client/session/application.ts';
import { sectionPlace } from '#client/session/section-place.ts';
import { buttonClass } from '#client/ui/Button.tsx';
import { ScreenLink } from '#client/screens/ScreenLink.tsx';
import { useFormProgress } from './counted-progress.ts';
import { say } from '#texts/say.ts';
import { sectionTexts } from '#generated/texts.ts';

/** Leads somebody who has come back to the section in which they go on; it stays the same while they answer. */
export function ContinueLink() {
  const { definition, errors } = useApplication();
  const { sections } = useFormProgress();
  const [next] = useState(() => nextSection(sections, errors.get()));
  const path = definition.pages.find(({ id }) => id === next?.page)?.path;
  if (!next || path === undefined) return null;
  const { hash, state } = sectionPlace(next.section);
  return (
    <p>
      <ScreenLink to={path + hash} state={state} className={buttonClass('primary')}>
        {say(sectionTexts.goOn, { section: next.section.title })}
      </ScreenLink>
    </p>
  );
}
