import { isRecord } from '#form/definition/own-property.ts';

/** A message to this browser's other tabs. */
export type TabMessage =
  /** Log-out is imminent: tabs save; `message` is for the log-in screen. */
  | { readonly kind: 'leaving'; readonly message?: string }
  /** A tab started saving; `settled` with the same name follows. */
  | { readonly kind: 'saving'; readonly name: string }
  | { readonly kind: 'settled'; readonly name: string; readonly isSaved: boolean }
  /** This student's saved answers or documents changed. */
  | { readonly kind: 'saved'; readonly username: string }
  /** Logged out; `message` is for the log-in screen. */
  | { readonly kind: 'ended'; readonly message?: string }
  /** This student's form opened, so no other student is logged in. */
  | { readonly kind: 'opened'; readonly username: string };

/** Messaging with this browser's other tabs. */
export type OtherTabs = {
  /** Sends a message to all other tabs. */
  readonly post: (message: TabMessage) => void;
  /** Calls the listener with messages of other tabs. Returns an unsubscribe function. */
  readonly listen: (listener: (message: TabMessage) => void) => () => void;
};

type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>;

/** Creates {@link OtherTabs} on a channel, ignoring unknown messages. */
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
