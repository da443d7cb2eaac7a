import type { ReactNode } from 'react';
import { ScreenLink } from '#client/screens/ScreenLink.tsx';
import { Message } from '#client/ui/Message.tsx';
import { say, bannerTexts } from '#texts/say.ts';
import type { StudentState } from '#client/session/student-state.ts';

type BannerProps = {
  readonly kind: BannerKind;
  /** The student's name, possibly empty. */
  readonly name: string;
  readonly institution: string;
  /** Called before going to the log-in screen. */
  readonly onLeave?: (() => void) | undefined;
  readonly children?: ReactNode;
};

/** Greeting above the form, in four variants (docs/behavior.md 2.7). */
export function Banner({ kind, name, institution, onLeave, children }: BannerProps) {
  const thanks = name === '' ? say(bannerTexts.thanksUnnamed) : say(bannerTexts.thanks, { name });
  const greeting = {
    submitted: thanks,
    'first-login': say(bannerTexts.hello),
    'later-login': say(bannerTexts.welcomeBack),
    anonymous: say(bannerTexts.hello),
  }[kind];
  const logIn = <ScreenLink to="/login" onClick={onLeave} text={bannerTexts.logIn} />;
  return (
    <section className="stack banner" aria-label={kind === 'submitted' ? undefined : say(bannerTexts.label)}>
      <h2>{greeting}</h2>
      <p>
        {kind === 'submitted' && say(bannerTexts.congratulations, { university: institution })}
        {kind === 'first-login' && say(bannerTexts.noFee)}
        {kind === 'later-login' && say(bannerTexts.finish)}
        {kind === 'anonymous' && <Message text={bannerTexts.visitor} values={{ logIn }} />}
      </p>
      {children}
    </section>
  );
}

export type BannerKind = 'submitted' | 'anonymous' | 'first-login' | 'later-login';

/** Returns the banner to show; none while validating (docs/behavior.md 2.7). */
export function bannerKind({
  webStatus,
  isLoggedIn,
  hasChangedPage,
  numLogins,
}: StudentState): BannerKind | undefined {
  if (webStatus === 'submitted') return 'submitted';
  if (webStatus === 'validating') return undefined;
  if (hasChangedPage) return undefined;
  if (!isLoggedIn) return 'anonymous';
  return numLogins <= 1 ? 'first-login' : 'later-login';
}
