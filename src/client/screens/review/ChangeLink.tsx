import type { NavigationState } from '../navigation-state.ts';
import { ScreenLink } from '../ScreenLink.tsx';
import { say } from '#texts/say.ts';
import { reviewTexts } from '#generated/texts.ts';

type ChangeLinkProps = {
  readonly to: string;
  readonly state: NavigationState;
  /** Names what the link changes, for screen readers. */
  readonly what: string;
};

/** The way to the questions of what is shown. */
export function ChangeLink({ to, state, what }: ChangeLinkProps) {
  return (
    <ScreenLink to={to} state={state} className="review-change no-print">
      {say(reviewTexts.change)} <span className="visually-hidden">{what}</span>
    </ScreenLink>
  );
}
