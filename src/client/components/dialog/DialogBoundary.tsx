import { Component, type ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { ErrorDialog } from './ErrorDialog.tsx';

type DialogBoundaryProps = {
  /** The sentence in the dialog. */
  readonly message: string;
  readonly children: ReactNode;
};

/**
 * Keeps the rest of the screen when this part of it fails to draw: a dialog reports it (specification 8, "Unhandled
 * render errors"), and a button in its place reloads the page. React logs the fault itself on the console.
 */
export class DialogBoundary extends Component<DialogBoundaryProps> {
  override state = { hasFailed: false, isClosed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    const { children, message } = this.props;
    if (!this.state.hasFailed) return children;
    return (
      <>
        <p>This part of the page cannot be shown. Your answers are kept.</p>
        <Button look="secondary" onClick={() => window.location.reload()}>
          Reload the page
        </Button>
        <ErrorDialog
          message={this.state.isClosed ? undefined : message}
          onClose={() => this.setState({ isClosed: true })}
        />
      </>
    );
  }
}
