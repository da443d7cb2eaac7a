import { useMemo } from 'react';
import { createOwnAccountCalls, type OwnAccountCalls } from '#client/api/own-account-calls.ts';
import { useServices } from '#client/api/services.ts';

/** The calls of this screen, which no other loads. */
export function useOwnAccountCalls(): OwnAccountCalls {
  const { call } = useServices();
  return useMemo(() => createOwnAccountCalls(call), [call]);
}
