import yargs, { type Argv } from 'yargs';
import type { Argument, Arguments, CommandSchema, EnvironmentName } from '#server/operator/command-schema.ts';
import { ENVIRONMENT, EXIT_CODES } from '#server/operator/command-schema.ts';
import { UsageError } from '../run-script.ts';
import { type Command, COMMANDS } from './commands.ts';
import { optionOf, type Typed } from './typed-arguments.ts';

/** Program name in a package; in a checkout `npm run matricula --`. */
const PROGRAM = 'matricula';

const GROUPS: Readonly<Record<string, string>> = {
  lookups: 'Import or list directories of schools and others of the form',
  student: 'Export or delete the complete record of a student, or find them in the log',
};

/** Runs the command; on failure prints a message and sets exit code 1. */
export async function runCommandLine(words: readonly string[]): Promise<void> {
  // "npm run" strips one "--", a package does not; harmless in both.
  const isCompletion = words[0]?.startsWith('--get-yargs-completions') ?? false;
  const typed = words.filter((word, at) => isCompletion || word !== '--' || at !== words.indexOf('--'));
  let isRunning = false;
  const run: Run = async (command, values) => {
    isRunning = true;
    const text = await command.run(values);
    if (text !== '') console.log(text);
  };
  try {
    await commandLine(run).parseAsync(typed);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    if (!isRunning || error instanceof UsageError)
      console.error(`"${commandOf(typed)} --help" shows its usage.`);
    process.exitCode = 1;
  }
}

type Run = (command: Command, values: Typed) => Promise<void>;

function commandOf(typed: readonly string[]): string {
  const text = typed.join(' ');
  const names = [...COMMANDS.map(({ words }) => words), ...Object.keys(GROUPS)];
  const found = names.find((words) => text === words || text.startsWith(`${words} `));
  return [PROGRAM, found].filter(Boolean).join(' ');
}

/** All commands with help and shell completions. */
function commandLine(run: Run): Argv {
  const line = yargs()
    .scriptName(PROGRAM)
    .usage(
      '$0 <command> [options]\n\nCommands for the operator. In a checkout: npm run matricula -- <command>',
    )
    .parserConfiguration({
      'boolean-negation': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'greedy-arrays': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
    })
    .detectLocale(false)
    .exitProcess(false)
    .fail(false)
    .strict()
    .version(false)
    .alias('help', 'h')
    .wrap(100)
    .epilogue(`"$0 <command> --help" lists arguments, environment and exit codes.`);
  line.command(
    'completion',
    'Print a script for completion by bash or zsh, to add to ~/.bashrc or ~/.zshrc',
    (inner) => inner.epilogue(exitCodes()),
    () => void line.showCompletionScript(),
  );
  for (const command of COMMANDS.filter(({ words }) => !words.includes(' '))) addCommand(line, command, run);
  for (const [group, summary] of Object.entries(GROUPS)) {
    line.command(group, summary, (inner) => {
      const commands = COMMANDS.filter(({ words }) => words.startsWith(`${group} `));
      for (const command of commands) addCommand(inner, command, run);
      return inner
        .epilogue(epilogueOf(commands.flatMap(({ schemas }) => schemas)))
        .demandCommand(1, `${group} needs a command.`);
    });
  }
  return line.demandCommand(1, 'A command is missing.');
}

function addCommand(line: Argv, command: Command, run: Run): void {
  const { words, schemas } = command;
  const all = schemas.map((schema) => schema.arguments);
  const positionals = Object.entries<Argument>(Object.assign({}, ...all)).filter(
    ([, { isPositional }]) => isPositional,
  );
  const typed = [
    words.split(' ').at(-1),
    ...positionals.map(([name, argument]) => `<${optionOf(name, argument)}>`),
  ].join(' ');
  const [main] = schemas;
  line.command(
    typed,
    main?.summary ?? '',
    (inner, isHelp = false) => {
      for (const [name, argument] of positionals)
        inner.positional(optionOf(name, argument), { describe: argument.summary, type: 'string' });
      for (const each of [...all, command.options]) addOptions(inner, each);
      for (const { when, summary } of schemas)
        if (when !== undefined && !all.some((each) => hasOption(each, when)))
          inner.option(when, { describe: summary, type: 'boolean' });
      if (isHelp) describeArguments(inner, command);
      return inner.epilogue(epilogueOf(schemas));
    },
    (values) => run(command, values),
  );
}

/** Describes arguments for the help: required, numeric, or choices; `readArgument` validates with its own messages. */
function describeArguments(line: Argv, { schemas, options, required = [] }: Command): void {
  const others = schemas.flatMap(({ when }) => when ?? []);
  const main = schemas.filter(({ when }) => when === undefined).map((schema) => schema.arguments);
  for (const [name, argument] of Object.entries<Argument>(Object.assign({}, ...main, options))) {
    const { choices, fallback, flags, isInternal, isPositional, summary } = argument;
    if (flags ?? isInternal ?? isPositional) continue;
    const option = optionOf(name, argument);
    const isRequired = fallback === undefined || required.includes(option);
    const unless = others.map((other) => `--${other}`).join(' or ');
    if (isRequired && unless !== '') line.describe(option, `${summary}; optional with ${unless}`);
    line.demandOption(isRequired ? option : []);
    if (choices) line.choices(option, choices);
    if (typeof fallback === 'number') line.number(option);
  }
}

function hasOption(schema: Arguments, option: string): boolean {
  return Object.entries(schema).some(([name, argument]) => optionOf(name, argument) === option);
}

function addOptions(line: Argv, schema: Arguments): void {
  for (const [name, argument] of Object.entries(schema)) {
    const { fallback, flags, isInternal, isPositional, summary } = argument;
    if (flags)
      for (const [flag, describe] of Object.entries(flags)) line.option(flag, { describe, type: 'boolean' });
    else if (typeof fallback === 'boolean')
      line.option(optionOf(name, argument), { describe: summary, type: 'boolean' });
    else if (!isInternal && !isPositional)
      line.option(optionOf(name, argument), {
        describe: describeOption(argument),
        type: 'string',
        requiresArg: true,
      });
  }
}

function describeOption({ summary, fallback }: Argument): string {
  const isShown = typeof fallback === 'number' || (typeof fallback === 'string' && fallback !== '');
  return isShown ? `${summary} (default: ${fallback})` : summary;
}

/** Environment variables and exit codes, printed after the options. */
function epilogueOf(schemas: readonly CommandSchema[]): string {
  const names = new Set<EnvironmentName>([
    ...(schemas.some(({ isRecorded }) => isRecorded) ? (['OPERATOR'] as const) : []),
    'DATA_DIR',
    'DATABASE_URL',
    ...schemas.flatMap(({ environment = [] }) => environment),
  ]);
  return [
    'Environment:',
    ...[...names].map((name) => `  ${name.padEnd(14)}${ENVIRONMENT[name]}`),
    '',
    exitCodes(),
  ].join('\n');
}

function exitCodes(): string {
  const lines = Object.entries(EXIT_CODES).map(([code, meaning]) => `  ${code.padEnd(14)}${meaning}`);
  return ['Exit codes:', ...lines].join('\n');
}
