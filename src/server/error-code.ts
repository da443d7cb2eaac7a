/** The code that Node or a driver gives an error, like ENOENT; empty for an error without one. */
export function errorCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
