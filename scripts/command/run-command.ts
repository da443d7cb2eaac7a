import { describeArgumentFault } from './argument-fault.ts';

/**
 * Runs a command of the operator and prints what it says; one that fails is a sentence and exit code 1.
 *
 * @param usage how it is typed, which is printed below what is wrong with the arguments; after an empty line what it
 *   does, which `--help` prints too
 */
export async function runCommand(usage: string, command: () => Promise<string>): Promise<void> {
  await runScript(usage, async () => {
    try {
      console.log(await command());
    } catch (error) {
      if (describeArgumentFault(error) !== undefined) throw error;
      console.error(error instanceof Error ? error.message : String(error));
      process.exitCode = 1;
    }
  });
}

/**
 * Runs a command that prints what it does by itself. With `--help` it prints how the command is typed, and does nothing;
 * arguments that are wrong are a sentence and exit code 1.
 *
 * @param usage as for {@link runCommand}
 * @throws whatever else the command throws
 */
export async function runScript(usage: string, script: () => Promise<void> | void): Promise<void> {
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
    console.log(`Usage:\n${indented(usage)}`);
    return;
  }
  try {
    await script();
  } catch (error) {
    const wrongArgument = describeArgumentFault(error);
    if (wrongArgument === undefined) throw error;
    const [how = ''] = usage.split('\n\n');
    console.error(`${wrongArgument}\nUsage:\n${indented(how)}`);
    process.exitCode = 1;
  }
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}
