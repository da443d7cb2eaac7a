import type { GetServiceTmpPdfAnswer } from '#generated/api.ts';
import type { Call } from './call.ts';

/** The call of a service user, who has no session but a token (docs/behavior.md 6). */
export type ServiceCalls = {
  readonly view: (token: string) => Promise<GetServiceTmpPdfAnswer>;
};

/** Binds the call to a {@link Call}. */
export function createServiceCalls(call: Call): ServiceCalls {
  return {
    view: (service_token) =>
      call('GET', `/service/tmp-pdf?${new URLSearchParams({ service_token }).toString()}`),
  };
}
