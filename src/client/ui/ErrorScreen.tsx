import { useEffect } from 'react';
import { Button } from './Button.tsx';
import { say } from '#texts/say.ts';
import { errorTexts } from '#generated/texts.ts';

type ErrorScreenProps = {
  /** What went wrong, for those who can mend it. */
  readonly detail?: string | undefined;
  readonly onRetry: () => void;
};

/** What is left to say when a screen failed (docs/behavior.md 2.11). */
export function ErrorScreen({ detail, onRetry }: ErrorScreenProps) {
  // The browser's tab would go on naming the screen that failed (WCAG 2.4.2).
  useEffect(() => {
    document.title = say(errorTexts.screen);
  }, []);
  return (
    <main>
      <div className="error-screen" role="alert">
        <h1>{say(errorTexts.screen)}</h1>
        <p>{say(errorTexts.logged)}</p>
        {detail !== undefined && <p>{detail}</p>}
        <Button look="secondary" onClick={onRetry}>
          {say(errorTexts.reload)}
        </Button>
      </div>
    </main>
  );
}
