import { Component, type ReactNode } from 'react';
import { ErrorScreen } from './ErrorScreen.tsx';

type ErrorBoundaryProps = { readonly children: ReactNode };
type ErrorState = { readonly hasFailed: boolean; readonly detail?: string };

/**
 * Shows the error screen in place of what failed to draw. React logs the fault itself on the console. In a local
 * environment the screen also says what is wrong with the form (docs/behavior.md 5.10).
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorState> {
  override state: ErrorState = { hasFailed: false };

  static getDerivedStateFromError(error: unknown): ErrorState {
    const isConfig = import.meta.env.DEV && error instanceof Error && error.name === 'BadConfigError';
    return isConfig ? { hasFailed: true, detail: error.message } : { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return <ErrorScreen detail={this.state.detail} onRetry={() => window.location.reload()} />;
  }
}
