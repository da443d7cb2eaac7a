/** What one tab tells the others of the same browser. */
export type SessionNews =
  /** Somebody logged out; the message stands on the log-in screen. */
  | { readonly kind: 'ended'; readonly message?: string }
  /** The form of this student was opened, so no other one is logged in any more. */
  | { readonly kind: 'opened'; readonly username: string };

/** The other tabs of this browser. */
export type OtherTabs = {
  readonly tell: (news: SessionNews) => void;
  /** Calls the listener with what another tab tells; returns how to stop. */
  readonly listen: (listener: (news: SessionNews) => void) => () => void;
};

type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>;

/** Binds {@link OtherTabs} to a channel, over which a newer version of the client may say other things. */
export function createOtherTabs(channel: Channel): OtherTabs {
  return {
    tell: channel.postMessage.bind(channel),
    listen: (listener) => {
      const hear = ({ data }: MessageEvent<unknown>): void => {
        const news = readNews(data);
        if (news) listener(news);
      };
      channel.addEventListener('message', hear);
      return () => channel.removeEventListener('message', hear);
    },
  };
}

function readNews(data: unknown): SessionNews | undefined {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return undefined;
  if (data.kind === 'opened' && 'username' in data && typeof data.username === 'string') {
    return { kind: 'opened', username: data.username };
  }
  if (data.kind !== 'ended') return undefined;
  const message = 'message' in data ? data.message : undefined;
  return typeof message === 'string' ? { kind: 'ended', message } : { kind: 'ended' };
}
