import { ScreenLink } from '#client/screens/ScreenLink.tsx';
import { buttonClass } from '#client/ui/Button.tsx';
import { say, accountTexts, welcomeTexts, sectionTexts } from '#texts/say.ts';
import { useState } from 'react';
import { nextSection } from '#form/progress/section-progress.ts';
import { useApplication } from '#client/session/application.ts';
import { sectionPlace } from '#client/session/form-routes.ts';
import { useFormProgress } from '../sections/use-form-progress.ts';

/** Average seconds per required question, mostly a line or a choice. */
const SECONDS_PER_QUESTION = 15;

type WelcomeProps = {
  /** Called before going to the sign-up screen. */
  readonly onLeave: () => void;
};

/** Introduction for first-time visitors (decision 6). */
export function Welcome({ onLeave }: WelcomeProps) {
  const { required } = useFormProgress().total;
  const minutes = Math.ceil((required * SECONDS_PER_QUESTION) / 60);
  return (
    <div className="row welcome">
      <ScreenLink to="/signup" className={buttonClass('primary')} onClick={onLeave}>
        {say(accountTexts.create)}
      </ScreenLink>
      <details className="why">
        <summary className="why-summary">{say(welcomeTexts.need)}</summary>
        <dl className="columns welcome-facts">
          <div>
            <dt className="visually-hidden">{say(welcomeTexts.need)}</dt>
            <dd>{say(welcomeTexts.needed)}</dd>
          </div>
          <div>
            <dt>{say(welcomeTexts.time)}</dt>
            <dd>{say(welcomeTexts.takes, { minutes })}</dd>
          </div>
          <div>
            <dt>{say(welcomeTexts.saved)}</dt>
            <dd>{say(welcomeTexts.isSaved)}</dd>
          </div>
        </dl>
      </details>
    </div>
  );
}

/** Link to the section where a returning student continues. Fixed once rendered. */
export function ContinueLink() {
  const { definition, errors } = useApplication();
  const { sections } = useFormProgress();
  const [next] = useState(() => nextSection(sections, errors.get()));
  const path = definition.pages.find(({ id }) => id === next?.page)?.path;
  if (!next || path === undefined) return null;
  const { hash, state } = sectionPlace(next.section);
  return (
    <p>
      <ScreenLink to={path + hash} state={state}>
        {say(sectionTexts.goOn, { section: next.section.title })}
      </ScreenLink>
    </p>
  );
}
