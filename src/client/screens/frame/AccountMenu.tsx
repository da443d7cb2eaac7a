import { type ReactNode, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '#client/ui/Button.tsx';
import { Icon } from '#client/ui/Icon.tsx';
import { Popover } from '#client/ui/dialog/Popover.tsx';
import { say } from '#texts/say.ts';
import { frameTexts, pageTexts } from '#generated/texts.ts';

type AccountMenuProps = {
  /** Undefined for somebody who is not logged in. */
  readonly username: string | undefined;
  /** The student's name; empty while it is not known. */
  readonly name?: string;
  readonly onLogOut: () => void;
  /** Called before a visitor goes to the log-in or the sign-up screen. */
  readonly onLeave: () => void;
  /** What else a student finds there. */
  readonly children?: ReactNode;
};

/** The account popover of the header (docs/behavior.md 2.5). */
export function AccountMenu({ username, name = '', onLogOut, onLeave, children }: AccountMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const menuId = useId();
  const navigate = useNavigate();
  const close = (): void => setAnchor(null);
  const leaveFor = (path: string): void => {
    onLeave();
    void navigate(path);
  };
  return (
    <>
      <button
        type="button"
        className="account-button no-print"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? menuId : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon name="person" />
        <span className="visually-hidden">{say(pageTexts.account)}: </span>
        <span className="account-button-who" dir="auto">
          {username === undefined ? say(frameTexts.signIn) : name || localPart(username)}
        </span>
      </button>
      <Popover id={menuId} label={say(pageTexts.account)} anchor={anchor} onClose={close}>
        {username === undefined ? (
          <>
            <Button onClick={() => leaveFor('/login')}>{say(frameTexts.signIn)}</Button>
            <Button look="secondary" onClick={() => leaveFor('/signup')}>
              {say(frameTexts.createAccount)}
            </Button>
          </>
        ) : (
          <>
            <p>
              <span className="account-menu-label">{say(frameTexts.loggedInAs)}</span>
              <span className="account-menu-name">{username}</span>
            </p>
            {children}
            <Button
              look="secondary"
              onClick={() => {
                close();
                onLogOut();
              }}
            >
              {say(frameTexts.logOut)}
            </Button>
          </>
        )}
      </Popover>
    </>
  );
}

/** The part of an address before the @: enough to show whose application this is. */
function localPart(username: string): string {
  return username.split('@', 1)[0] ?? username;
}
