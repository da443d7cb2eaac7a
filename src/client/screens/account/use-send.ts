import { useTransition } from 'react';

/**
 * Sends a form once at a time. `isSending` is true until the answer came and the next screen is there.
 * @param onError called with the error when it fails
 */
export function useSendCard(onError: (error: unknown) => void): {
  readonly isSending: boolean;
  readonly send: (call: () => Promise<void>) => void;
} {
  const [isSending, startTransition] = useTransition();
  const send = (call: () => Promise<void>): void => {
    startTransition(async () => {
      try {
        await call();
      } catch (error) {
        onError(error);
      }
    });
  };
  return { isSending, send };
}
