import type { ReactNode } from 'react';
import { ScreenLink } from '#client/screens/ScreenLink.tsx';
import { Message } from '#client/ui/Message.tsx';
import { say } from '#texts/say.ts';
import { bannerTexts } from '#generated/texts.ts';
import type { StudentState } from '#client/session/student-state.ts';

type BannerProps = {
  readonly kind: BannerKind;
  /** The student's name; may be empty. */
  readonly name: string;
  readonly institution: string;
  /** Called before a visitor goes to the log-in screen. */
  readonly onLeave?: (() => void) | undefined;
  /** What else somebody is greeted with. */
  readonly children?: ReactNode;
};

/** The greeting above the form in its four forms (docs/behavior.md 2.7). */
export function Banner({ kind, name, institution, onLeave, children }: BannerProps) {
  return (
    <section className="banner" aria-label={say(bannerTexts.label)}>
      {kind === 'submitted' && (
        <>
          <h2>{name === '' ? say(bannerTexts.thanksUnnamed) : say(bannerTexts.thanks, { name })}</h2>
          <p>{say(bannerTexts.congratulations, { university: institution })}</p>
        </>
      )}
      {kind === 'first-login' && (
        <>
          <h2>{say(bannerTexts.hello)}</h2>
          <p>{say(bannerTexts.noFee)}</p>
        </>
      )}
      {kind === 'later-login' && (
        <>
          <h2>{say(bannerTexts.welcomeBack)}</h2>
          <p>{say(bannerTexts.finish)}</p>
        </>
      )}
      {kind === 'anonymous' && (
        <>
          <h2>{say(bannerTexts.hello)}</h2>
          <p>
            <Message
              text={bannerTexts.visitor}
              values={{
                logIn: (
                  <ScreenLink to="/login" onClick={onLeave}>
                    {say(bannerTexts.logIn)}
                  </ScreenLink>
                ),
              }}
            />
          </p>
        </>
      )}
      {children}
    </section>
  );
}

export type BannerKind = 'submitted' | 'anonymous' | 'first-login' | 'later-login';

/** The banner to show, if any; never while validating (docs/behavior.md 2.7). */
export function bannerKind({
  webStatus,
  isLoggedIn,
  hasChangedPage,
  numLogins,
}: StudentState): BannerKind | undefined {
  if (webStatus === 'submitted') return 'submitted';
  if (webStatus === 'validating') return undefined;
  if (!isLoggedIn) return 'anonymous';
  if (hasChangedPage) return undefined;
  return numLogins <= 1 ? 'first-login' : 'later-login';
}
