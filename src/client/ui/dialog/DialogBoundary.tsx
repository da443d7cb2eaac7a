import { Component, type ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { ErrorDialog } from './NoticeDialog.tsx';
import { say } from '#texts/say.ts';
import { dialogTexts, errorTexts } from '#generated/texts.ts';

type DialogBoundaryProps = {
  /** The sentence in the dialog. */
  readonly message: string;
  readonly children: ReactNode;
};

/** Keeps the rest of the screen when this part fails to render, with a dialog and a reload button. */
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
        <p>{say(dialogTexts.cannotShow)}</p>
        <Button look="secondary" onClick={() => window.location.reload()} text={errorTexts.reload} />
        <ErrorDialog
          message={this.state.isClosed ? undefined : message}
          onClose={() => this.setState({ isClosed: true })}
        />
      </>
    );
  }
}
