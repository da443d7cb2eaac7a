/** The code that Node or a driver gives an error, like ENOENT; empty for an error without one. */
export function errorCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** What the driver says, without a code, when its connection or its pool gives out. */
const DRIVER_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
];

/** What the driver says of a connection that gave out, in words of its own, which hold no value; undefined of other errors. */
export function driverReasonOf({ message }: Error): string | undefined {
  return DRIVER_MESSAGES.find((known) => message.startsWith(known));
}
