import { isRecord } from '#form/definition/own-property.ts';

/** A message from one tab to the others of the same browser. */
export type TabMessage =
  /** The student is about to log out: every tab saves what is unsaved; the message is for the log-in screen. */
  | { readonly kind: 'leaving'; readonly message?: string }
  /** A tab has begun to save; `settled` of the same name follows. */
  | { readonly kind: 'saving'; readonly name: string }
  | { readonly kind: 'settled'; readonly name: string; readonly isSaved: boolean }
  /** The saved answers or documents of this student have changed. */
  | { readonly kind: 'saved'; readonly username: string }
  /** Somebody logged out; the message is for the log-in screen. */
  | { readonly kind: 'ended'; readonly message?: string }
  /** The form of this student was opened, so no other student is logged in. */
  | { readonly kind: 'opened'; readonly username: string };

/** The other tabs of this browser. */
export type OtherTabs = {
  /** Sends a message to all other tabs. */
  readonly post: (message: TabMessage) => void;
  /** Calls the listener with each message of another tab; returns how to stop. */
  readonly listen: (listener: (message: TabMessage) => void) => () => void;
};

type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>;

/** Binds {@link OtherTabs} to a channel, ignoring unknown messages of newer clients. */
export function createOtherTabs(channel: Channel): OtherTabs {
  return {
    post: channel.postMessage.bind(channel),
    listen: (listener) => {
      const receive = ({ data }: MessageEvent<unknown>): void => {
        const message = isRecord(data) ? readMessage(data) : undefined;
        if (message) listener(message);
      };
      channel.addEventListener('message', receive);
      return () => channel.removeEventListener('message', receive);
    },
  };
}

function readMessage({
  kind,
  name,
  isSaved,
  message,
  username,
}: Record<string, unknown>): TabMessage | undefined {
  switch (kind) {
    case 'saving':
      return typeof name === 'string' ? { kind, name } : undefined;
    case 'settled':
      return typeof name === 'string' ? { kind, name, isSaved: isSaved === true } : undefined;
    case 'opened':
    case 'saved':
      return typeof username === 'string' ? { kind, username } : undefined;
    case 'leaving':
    case 'ended':
      return typeof message === 'string' ? { kind, message } : { kind };
    default:
      return undefined;
  }
}
