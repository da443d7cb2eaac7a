/** As much of a stream as a log needs. */
export type LogOutput = { write(line: string): void };

/** One, however often a start is tried again. */
const nobody = (): void => undefined;

/**
 * Standard output as where lines of the log go. What it writes to may be full, or who reads it gone: such a line is
 * lost, and `onLost` is called. The writer that comes with the log would end the process or hang it, because at the end
 * it tries again until there is space.
 *
 * @returns the output, and what ends the calls of `onLost`
 */
export function openLogOutput(onLost: () => void): {
  readonly output: LogOutput;
  readonly close: () => Promise<void>;
} {
  const { stdout } = process;
  stdout.on('error', onLost);
  return {
    output: { write: (line) => void stdout.write(line) },
    // The last lines may be lost as well, and nobody counts them.
    async close() {
      stdout.off('error', nobody).on('error', nobody).off('error', onLost);
    },
  };
}
