import { ScreenLink } from '#client/screens/ScreenLink.tsx';
import { buttonClass } from '#client/ui/Button.tsx';
import { say } from '#texts/say.ts';
import { accountTexts, welcomeTexts } from '#generated/texts.ts';

type WelcomeProps = {
  /** How many steps the form has. */
  readonly steps: number;
  /** Called before the visitor goes to the sign-up screen. */
  readonly onLeave: () => void;
};

/** What somebody who comes for the first time wants to know before they begin (decision 6). */
export function Welcome({ steps, onLeave }: WelcomeProps) {
  return (
    <>
      <dl className="welcome">
        <div>
          <dt>{say(welcomeTexts.need)}</dt>
          <dd>{say(welcomeTexts.needed)}</dd>
        </div>
        <div>
          <dt>{say(welcomeTexts.time)}</dt>
          <dd>{say(welcomeTexts.takes, { steps })}</dd>
        </div>
        <div>
          <dt>{say(welcomeTexts.saved)}</dt>
          <dd>{say(welcomeTexts.isSaved)}</dd>
        </div>
      </dl>
      <ScreenLink to="/signup" className={buttonClass('primary')} onClick={onLeave}>
        {say(accountTexts.create)}
      </ScreenLink>
    </>
  );
}
