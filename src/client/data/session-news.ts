import { isRecord } from './read-answers.ts';

/** What one tab says to the others of the same browser. */
export type SessionNews =
  /** Somebody is about to log out: what is not saved yet is to be saved now. */
  | { readonly kind: 'leaving' }
  /** A tab does so; the name is that of its answer. */
  | { readonly kind: 'saving'; readonly name: string }
  | { readonly kind: 'settled'; readonly name: string; readonly isSaved: boolean }
  /** What this student has saved, attached or deleted is other than it was. */
  | { readonly kind: 'saved'; readonly username: string }
  /** Somebody logged out; the message is for the log-in screen. */
  | { readonly kind: 'ended'; readonly message?: string }
  /** The form of this student was opened, so no other one is logged in any more. */
  | { readonly kind: 'opened'; readonly username: string };

/** The other tabs of this browser. */
export type OtherTabs = {
  readonly tell: (news: SessionNews) => void;
  /** Calls the listener with what another tab says; returns how to stop. */
  readonly listen: (listener: (news: SessionNews) => void) => () => void;
};

type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>;

/** Binds {@link OtherTabs} to a channel, over which a newer version of the client may say other things. */
export function createOtherTabs(channel: Channel): OtherTabs {
  return {
    tell: channel.postMessage.bind(channel),
    listen: (listener) => {
      const hear = ({ data }: MessageEvent<unknown>): void => {
        const news = isRecord(data) ? readNews(data) : undefined;
        if (news) listener(news);
      };
      channel.addEventListener('message', hear);
      return () => channel.removeEventListener('message', hear);
    },
  };
}

function readNews({
  kind,
  name,
  isSaved,
  message,
  username,
}: Record<string, unknown>): SessionNews | undefined {
  switch (kind) {
    case 'leaving':
      return { kind };
    case 'saving':
      return typeof name === 'string' ? { kind, name } : undefined;
    case 'settled':
      return typeof name === 'string' ? { kind, name, isSaved: isSaved === true } : undefined;
    case 'opened':
    case 'saved':
      return typeof username === 'string' ? { kind, username } : undefined;
    case 'ended':
      return typeof message === 'string' ? { kind, message } : { kind };
    default:
      return undefined;
  }
}
