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

/** Explains invalid arguments in plain words; undefined for other errors. */
export function describeUsageError(error: unknown): string | undefined {
  if (error instanceof UsageError) return error.message;
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  if (!error.code.startsWith(PARSE_ARGS)) return undefined;
  const [, name = ''] = /'(-[-\w]*)/.exec(error.message) ?? [];
  const [, word = ''] = /'(.*?)'/.exec(error.message) ?? [];
  switch (error.code.slice(PARSE_ARGS.length)) {
    case 'UNKNOWN_OPTION':
      return `Unknown option "${word}".`;
    case 'UNEXPECTED_POSITIONAL':
      return unknownArguments([word]);
    case 'INVALID_OPTION_VALUE':
      return error.message.includes('does not take') ? `${name} takes no value.` : `${name} needs a value.`;
    default:
      return error.message;
  }
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}
