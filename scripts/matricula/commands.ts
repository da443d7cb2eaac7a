import type { Arguments, CommandSchema } from '#server/operator/command-schema.ts';
import { pathArgument, switchArgument } from '#server/operator/command-schema.ts';
import { OPERATIONS } from '#server/operator/operation-schemas.ts';
import { operationsOf, readArgument, toOperation, type Typed } from './typed-arguments.ts';

/** An operator command: syntax and action. */
export type Command = {
  /** Command words, for example `student export`. */
  readonly words: string;
  /** Its operations: one, or one per selecting option. */
  readonly schemas: readonly CommandSchema[];
  /** Options other than those of its operations. */
  readonly options: Arguments;
  /** Required options of its main operation. */
  readonly required?: readonly string[];
  /** Runs the command; returns the text to print, if any. */
  readonly run: (typed: Typed) => Promise<string>;
};

type LocalCommand = Pick<Command, 'run'> & Partial<Pick<Command, 'options' | 'required' | 'schemas'>>;

const BACKUP = { to: pathArgument('new folder for the backup') };
const RESTORE = { from: pathArgument('folder of a backup') };
const EXPORT = { file: pathArgument('new file to write it to, instead of printing it', { fallback: '' }) };
const DELETE = { yes: switchArgument('do not ask for confirmation') };
const PREFILL = {
  file: pathArgument('JSON file with the answers by the keys of their questions', { fallback: '' }),
};
const COUNT = {
  out: pathArgument('new file to write all counts to, for "npm run changes -- --counts-from"', {
    fallback: '',
  }),
};
const IMPORT = {
  map: pathArgument('JSON file that names which column is what; docs/guides/import-schools.md', {
    fallback: '',
  }),
};
const operationCommands = () => import('./operation-commands.ts');
const backupCommands = () => import('./backup-commands.ts');

/** Commands that read files, prompt, or run several operations. Modules load on demand. */
const LOCAL: Readonly<Record<string, LocalCommand>> = {
  'student export': {
    options: EXPORT,
    run: async (typed) =>
      (await operationCommands()).exportStudent(typed, readArgument(typed, 'file', EXPORT.file)),
  },
  'student delete': {
    options: DELETE,
    run: async (typed) =>
      (await operationCommands()).deleteStudent(typed, readArgument(typed, 'yes', DELETE.yes)),
  },
  prefill: {
    options: PREFILL,
    required: ['file'],
    run: async (typed) =>
      (await operationCommands()).makePrefill(typed, readArgument(typed, 'file', PREFILL.file)),
  },
  'count-answers': {
    options: COUNT,
    run: async (typed) =>
      (await operationCommands()).countAnswers(typed, readArgument(typed, 'out', COUNT.out)),
  },
  'move-answers': { run: async (typed) => (await operationCommands()).moveAnswers(typed) },
  'lookups import': {
    options: IMPORT,
    run: async (typed) =>
      (await operationCommands()).importLookup(typed, readArgument(typed, 'map', IMPORT.map)),
  },
  backup: {
    schemas: [
      {
        summary:
          'Write database and documents of one moment into a folder, while servers run, without DATA_KEY',
        environment: ['STORAGE_URL', 'DATA_KEY'],
        isRecorded: true,
        arguments: BACKUP,
      },
    ],
    run: async (typed) => (await backupCommands()).backUp(readArgument(typed, 'to', BACKUP.to)),
  },
  start: {
    schemas: [
      { summary: 'Run the server as it was built; docs/operating.md lists its settings', arguments: {} },
    ],
    run: async () => {
      const { runServer } = await import('#server/start/main.ts');
      await runServer();
      return '';
    },
  },
  restore: {
    schemas: [
      {
        summary: 'Check a backup and write it to where nothing is stored yet; no server may run there',
        environment: ['STORAGE_URL', 'DATA_KEY'],
        isRecorded: true,
        arguments: RESTORE,
      },
    ],
    run: async (typed) => (await backupCommands()).restore(readArgument(typed, 'from', RESTORE.from)),
  },
};

/** All operator commands by name. */
export const COMMANDS: readonly Command[] = commandNames()
  .toSorted()
  .map((words) => ({
    words,
    options: {},
    schemas: operationsOf(words).map(([, schema]) => schema),
    run: async (typed) => {
      const { requestOperation } = await import('./request-operation.ts');
      return requestOperation(toOperation(words, typed));
    },
    ...LOCAL[words],
  }));

function commandNames(): string[] {
  const schemas: readonly CommandSchema[] = Object.values(OPERATIONS);
  const names = schemas.flatMap(({ command }) => (command === undefined ? [] : [command]));
  return [...new Set([...names, ...Object.keys(LOCAL)])];
}
