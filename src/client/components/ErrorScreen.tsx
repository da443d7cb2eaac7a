import { useEffect } from 'react';
import { Button } from './Button.tsx';
import './ErrorScreen.css';

type ErrorScreenProps = {
  /** What went wrong, for those who can mend it. */
  readonly detail?: string | undefined;
  readonly onRetry: () => void;
};

const HEADING = 'Something went wrong.';

/** What is left to say when a screen failed (specification 2, "Generic screens"). */
export function ErrorScreen({ detail, onRetry }: ErrorScreenProps) {
  // The browser's tab would go on naming the screen that failed (WCAG 2.4.2).
  useEffect(() => {
    document.title = HEADING;
  }, []);
  return (
    <main>
      <div className="error-screen" role="alert">
        <h1>{HEADING}</h1>
        <p>
          The issue that caused you to see this has been logged. We will get it fixed as soon as possible.
        </p>
        {detail !== undefined && <p>{detail}</p>}
        <Button look="secondary" onClick={onRetry}>
          Reload the page
        </Button>
      </div>
    </main>
  );
}
