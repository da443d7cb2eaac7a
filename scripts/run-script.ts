/** Invalid command arguments; the message is for the console. */
export class UsageError extends Error {}

/** Returns the message for unknown arguments. */
export function unknownArguments(words: readonly string[]): string {
  return `This command does not know "${words.join(' ')}".`;
}

/** Runs a command; `--help` prints the usage, invalid arguments its first part with exit code 1. */
export async function runScript(usage: string, script: () => Promise<void> | void): Promise<void> {
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
    console.log(`Usage:\n${indented(usage)}`);
    return;
  }
  try {
    await script();
  } catch (error) {
    const message = describeUsageError(error);
    if (message === undefined) throw error;
    const [how = ''] = usage.split('\n\n');
    console.error(`${message}\nUsage:\n${indented(how)}`);
    process.exitCode = 1;
  }
}

/** Prefix of error codes of Node's parseArgs. */
const PARSE_ARGS = 'ERR_PARSE_ARGS_';

/** Returns the message for invalid arguments; undefined for other errors. */
function describeUsageError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const isOfArguments = 'code' in error && String(error.code).startsWith(PARSE_ARGS);
  return error instanceof UsageError || isOfArguments ? error.message : undefined;
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}
