import type { Borders } from './border.ts';
import { CLIENT_BORDERS } from './client-borders.ts';
import { SERVER_BORDERS } from './server-borders.ts';

/** Room → the rooms it may import, each with the reason. What is not here is forbidden. */
export const BORDERS: Borders = {
  // The model is pure: it imports nothing but itself and the sentences it says.
  'src/form': {
    'src/texts': 'the sentences it says',
  },
  'src/generated': {},
  'src/texts': {},

  // Source → compile → check, and compile → emit.
  'src/compiler': {
    'src/compiler/source': 'reads the files once',
    'src/compiler/compile': 'compiles what was read for each partner',
    'src/compiler/check': 'checks the files and what was compiled of them',
    'src/compiler/prove': 'proves what was compiled, for npm run check',
    'src/compiler/editor': 'makes of what was read what editors read',
  },
  'src/compiler/source': {
    'src/texts': { types: 'the forms of a sentence' },
    'src/form': 'the rules of formats and of settings are the ones that the running form has',
  },
  'src/compiler/compile': {
    'src/compiler/source': 'compiles what was read, and names faults at their place in it',
    'src/form': 'the definition it makes; what an object is',
  },
  'src/compiler/check': {
    'src/compiler/source': 'reads what it checks, and names faults at their place in it',
    'src/compiler/compile': 'checks each question as it is compiled',
    'src/form': 'the limits and comparisons that the running form has',
  },
  'src/compiler/why': {
    'src/compiler/prove': 'the fewest answers that lead to a question, and what invented students are asked',
    'src/compiler/compile': 'explains what was compiled, and joins conditions as compiling does',
    'src/compiler/source': 'where things are written, which names are alike, and the invented students',
    'src/form': 'the questions, conditions and options of which it speaks',
  },
  'src/compiler/prove': {
    'src/compiler/source': 'reads what it proves, and names faults at their place in it',
    'src/compiler/compile': 'proves what was compiled; negates conditions as compiling does',
    'src/compiler/emit': 'validates the answers of personas with the validators of the form',
    'src/form': 'a formula means what the running form does: conditions, options, bounds and relations',
  },
  'src/compiler/changes': {
    'src/compiler/prove': 'two forms as formulas over the same answers, and conditions in words',
    'src/compiler/source': 'reads the sentences and directories of the files',
    'src/compiler/compile': 'compares what was compiled, and negates conditions as compiling does',
    'src/form': 'the definitions that it compares',
  },
  'src/compiler/editor': {
    'src/compiler/source': 'reads the names that there are',
    'src/compiler/compile': 'what a name leads to, and what may answer a question, is as it is compiled',
    'src/compiler/check': 'the meta-schema of UI files, which it makes narrower',
    'src/form': 'what an object is',
  },
  'src/compiler/emit': {
    'src/compiler/source': 'reads the files of which it writes the types',
    'src/compiler/compile': { types: 'makes files of what was compiled' },
    'src/form': 'makes the JSON Schema of a definition, and the validators with its formats',
  },

  ...CLIENT_BORDERS,
  ...SERVER_BORDERS,
  scripts: {
    'src/studio': 'what npm run dev sends to the studio',
    'src/form': 'makes option lists in the form that a search reads; the tree of questions of a form',
    'src/compiler': 'npm run check and npm run generate',
    'src/compiler/compile': { types: 'what was compiled' },
    'src/compiler/source': 'prints faults, and where the files are',
    'src/compiler/check': 'the schema of UI files for editors',
    'src/compiler/prove': 'whom npm run check compares with an earlier form',
    'src/compiler/why': 'npm run why, and what the studio says of a question',
    'src/compiler/changes': 'what npm run changes says of an earlier form',
    'src/compiler/emit': 'what npm run generate writes',
    'src/server/student-tables': 'shows the mails to an account',
    'src/generated': { types: 'what a call is answered, where pictures are made without a server' },
    'src/server/start': 'starts the server',
    'src/server/settings': 'commands read the settings of the server',
    'src/server/http': 'commands work without a server, too',
    'src/server/audit': 'commands work without a server, too',
    'src/server/backup': 'npm run matricula -- backup and npm run matricula -- restore',
    'src/server/encryption': 'which keys of DATA_KEY there are',
    'src/server/jobs': 'commands work without a server, too',
    'src/server/lookup': 'imports schools',
    'src/server/operator': 'the commands are operations of the server',
    'src/server/pdf': 'pictures are made by the browser that draws the copies',
    'src/server/database': 'commands work without a server, too',
    'src/server/files': 'commands work without a server, too',
  },
  test: 'all',
  'settings of tools': {
    scripts: 'the paths of calls, for the proxy of Vite',
    'src/form': { types: 'the settings of the partner in the page' },
    'src/server/http': 'fills in the page in development as the server does',
  },
};
