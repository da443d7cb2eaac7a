import { createCall } from '#client/api/call.ts';

/** The client's calls over this network. */
export const callOver = (fetch: typeof globalThis.fetch) => createCall(fetch, () => {});
