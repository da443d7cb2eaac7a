import { ScreenLink } from '#client/screens/ScreenLink.tsx';
import './Banner.css';
import type { BannerKind } from './banner-kind.ts';

type BannerProps = {
  readonly kind: BannerKind;
  /** The student's name; may be empty. */
  readonly name: string;
  readonly institution: string;
  /** Called before a visitor goes to the log-in screen. */
  readonly onLeave?: (() => void) | undefined;
};

/** The greeting above the form in its four forms (specification 2, "Banner"). */
export function Banner({ kind, name, institution, onLeave }: BannerProps) {
  return (
    <section className="banner" aria-label="Welcome">
      {kind === 'submitted' && (
        <>
          <h2>{name === '' ? 'Thank you!' : `Thank you, ${name}!`}</h2>
          <p>Congratulations on applying to {institution}. Only the last steps below are left.</p>
        </>
      )}
      {kind === 'first-login' && (
        <>
          <h2>Hello!</h2>
          <p>
            There is no application fee, and every application is automatically considered for a scholarship.
            Your answers are saved while you type; take your time.
          </p>
        </>
      )}
      {kind === 'later-login' && (
        <>
          <h2>Welcome back!</h2>
          <p>Finish and submit your application to be considered for a scholarship.</p>
        </>
      )}
      {kind === 'anonymous' && (
        <>
          <h2>Hello!</h2>
          <p>
            Look around and start answering. If you already have an account,{' '}
            <ScreenLink to="/login" onClick={onLeave}>
              log in
            </ScreenLink>{' '}
            to carry on where you left off; your answers are only saved once you are logged in.
          </p>
        </>
      )}
    </section>
  );
}
