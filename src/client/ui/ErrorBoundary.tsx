import { Component, type ReactNode, useEffect } from 'react';
import { Button } from './Button.tsx';
import { say, errorTexts } from '#texts/say.ts';

type ErrorBoundaryProps = {
  readonly children: ReactNode;
  /** Shown instead of the error screen. */
  readonly fallback?: ReactNode;
};
type ErrorState = { readonly hasFailed: boolean; readonly detail?: string };

/** Shows the error screen, in development with details (docs/behavior.md 5.10). */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorState> {
  override state: ErrorState = { hasFailed: false };

  static getDerivedStateFromError(error: unknown): ErrorState {
    const isConfig = import.meta.env.DEV && error instanceof Error && error.name === 'BadConfigError';
    return isConfig ? { hasFailed: true, detail: error.message } : { hasFailed: true };
  }

  override render(): ReactNode {
    const { children, fallback } = this.props;
    if (!this.state.hasFailed) return children;
    return fallback ?? <ErrorScreen detail={this.state.detail} onRetry={() => window.location.reload()} />;
  }
}

type ErrorScreenProps = {
  /** Details of the error, for developers. */
  readonly detail?: string | undefined;
  readonly onRetry: () => void;
};

/** Screen for an unexpected error (docs/behavior.md 2.11). */
export function ErrorScreen({ detail, onRetry }: ErrorScreenProps) {
  // The tab would otherwise still name the failed screen (WCAG 2.4.2).
  useEffect(() => {
    document.title = say(errorTexts.screen);
  }, []);
  return (
    <main>
      <div className="stack centered error-screen" role="alert">
        <h1>{say(errorTexts.screen)}</h1>
        <p>{say(errorTexts.logged)}</p>
        {detail !== undefined && <p>{detail}</p>}
        <Button look="secondary" onClick={onRetry} text={errorTexts.reload} />
      </div>
    </main>
  );
}
