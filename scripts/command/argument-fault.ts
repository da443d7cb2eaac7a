/** A command that was typed wrongly; the message is for the console. */
export class CommandFault extends Error {}

/** Says that a command knows none of the words. */
export function unknownArguments(words: readonly string[]): string {
  return `This command does not know "${words.join(' ')}".`;
}

/** The codes of the faults of Node's parseArgs begin so. */
const PARSE_ARGS = 'ERR_PARSE_ARGS_';

/**
 * What is wrong with the arguments of a command, in a sentence; undefined when an error is about something else.
 * Node's own sentences speak of positional arguments and of option arguments.
 */
export function describeArgumentFault(error: unknown): string | undefined {
  if (error instanceof CommandFault) return error.message;
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
