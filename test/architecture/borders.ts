import type { Borders } from './border.ts';
import { SERVER_BORDERS } from './server-borders.ts';

/** Room → the rooms it may import, each with the reason. What is not here is forbidden. */
export const BORDERS: Borders = {
  // The model is pure: it imports nothing but itself.
  'src/form': {},
  'src/generated': {},
  'src/texts': {},

  // Source → compile → check, and compile → emit.
  'src/compiler': {
    'src/compiler/source': 'reads the files once',
    'src/compiler/compile': 'compiles what was read for each partner',
    'src/compiler/check': 'checks the files and what was compiled of them',
    'src/compiler/prove': 'proves what was compiled, for npm run check',
  },
  'src/compiler/source': {
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
  'src/compiler/patterns': {},
  'src/compiler/solve': {},
  'src/compiler/prove': {
    'src/compiler/solve': 'whether formulas can hold together',
    'src/compiler/source': 'reads what it proves, and names faults at their place in it',
    'src/compiler/compile': 'proves what was compiled, and negates conditions as it does',
    'src/compiler/patterns': 'which texts a pattern has',
    'src/form': 'what is proven is what the running form does: its conditions, options, bounds and relations',
  },
  'src/compiler/emit': {
    'src/compiler/source': 'reads the files of which it writes the types',
    'src/compiler/compile': { types: 'makes files of what was compiled' },
    'src/form': 'makes the JSON Schema of a definition, and the validators with its formats',
  },

  // screens → application → data, and screens → form → widgets → components → theme.
  'src/client': {
    'src/client/application': 'opens what is kept in the browser once, for all screens',
    'src/client/data': 'opens the services once, for all screens',
    'src/client/screens/account': 'routes lead to the cards',
    'src/client/screens/completion': 'routes lead to the end of the form',
    'src/client/screens/form': 'routes lead to the form',
    'src/client/screens/session': 'what all screens of the form are shown in',
    'src/client/screens/service': 'routes lead to the service view',
    'src/client/components': 'what is shown before a screen and when one fails',
    'src/client/theme': 'the style sheets of the whole page',
    'src/texts': 'takes in once what the partner says instead',
  },
  'src/client/events': {},
  'src/client/screens': {
    'src/client/data': 'remembers for the services of a page load that a screen was shown',
  },
  'src/client/screens/account': {
    'src/form': 'the definition of a card, its checks, and which password can be guessed',
    'src/client/data': 'calls the accounts',
    'src/client/form': 'draws a card',
    'src/client/widgets': 'chooses the widgets of cards',
    'src/client/components': 'buttons, toasts, the logo',
    'src/client/screens': 'what screens pass to each other, titles and focus',
    'src/texts': 'the sentences it says',
  },
  'src/client/screens/completion': {
    'src/form': 'which answers name a student',
    'src/generated': { types: 'what the partner lists as last steps' },
    'src/client/application': 'who submitted, and when',
    'src/client/components': 'toasts',
    'src/client/data': 'the settings of the partner',
    'src/client/screens': 'titles and focus',
    'src/client/screens/frame': 'is shown in the frame',
    'src/texts': 'the sentences it says',
  },
  'src/client/screens/form': {
    'src/client/events': 'notes the place when the page is left',
    'src/form': 'asks the model what is visible, wrong and open',
    'src/client/application': 'saves, submits, takes back',
    'src/client/components': 'dialogs, buttons, toasts',
    'src/client/data': 'which failure it was; the services',
    'src/client/form': 'draws a page',
    'src/client/screens': 'titles and focus',
    'src/client/screens/frame': 'is shown in the frame',
    'src/client/widgets': 'asks for drafts, and for the documents that an Undo takes',
    'src/texts': 'the sentences it says',
  },
  'src/client/screens/frame': {
    'src/generated': { types: 'the texts of the partner, and the answer of a call' },
    'src/client/application': 'logs out, and saves before a PDF copy',
    'src/client/components': 'dialogs, buttons, the logo',
    'src/client/data': 'which failure it was; the services',
    'src/client/screens': 'links to other screens',
    'src/texts': 'the sentences it says',
  },
  'src/client/screens/session': {
    'src/form': 'asks the model what is visible',
    'src/client/application': 'opens an application and follows its session',
    'src/client/components': 'dialogs, toasts, the spinner',
    'src/client/data': 'which failure it was; the services',
    'src/client/form': { types: 'the store whose answers a dialog shows' },
    'src/client/theme': 'gives what MUI draws the colors of the partner',
  },
  'src/client/screens/service': {
    'src/form': 'the summary is what is shown',
    'src/client/data': 'loads the application that a link shows',
    'src/client/form': 'draws the summary to be printed',
    'src/client/components': 'the logo, the spinner, the look of an error',
    'src/client/screens': 'titles',
  },
  'src/client/application': {
    'src/client/events': 'follows the page and what is shown',
    'src/form': 'compares answers as the model does, and asks it what is visible and wrong',
    'src/generated': { types: 'the answers of calls' },
    'src/client/data': 'calls the server, and announces to other tabs of the browser',
    'src/client/form': 'follows what is changed in the store of the form',
    'src/client/widgets': 'gives documents and look-ups to the widgets, and asks for drafts',
    'src/client/screens': { types: 'what screens pass to each other' },
    'src/texts': 'the sentences it says',
  },
  'src/client/data': {
    'src/client/events': 'announces the end of a session',
    'src/form': 'answers and the definition; what an object is',
    'src/generated': 'loads the compiled questionnaire; the types of the calls',
    'src/client/application': { types: 'what is kept in the browser is one of the services' },
    'src/texts': 'the sentences it says',
  },
  'src/client/form': {
    'src/client/events': 'announces what changes in the store',
    'src/form': 'asks the model what a change clears and what is shown',
    'src/client/widgets': 'draws each question with its widget',
    'src/client/components': 'buttons and dialogs of groups and tabs',
  },
  'src/client/widgets': {
    'src/client/events': 'takes drafts when the page is left',
    'src/form': 'the rules of files, phone numbers and searched lists',
    'src/client/components': 'buttons, dialogs, the spinner',
  },
  'src/client/components': {
    'src/client/theme': 'gives what MUI draws the colors',
    'src/texts': 'the sentences it says',
  },
  'src/client/theme': {
    'src/form': 'memoizes the theme that it makes of the settings',
    'src/generated': { types: 'the colors in the settings of the partner' },
  },

  ...SERVER_BORDERS,

  scripts: {
    'src/form': 'makes option lists in the form that a search reads',
    'src/compiler': 'npm run check and npm run generate',
    'src/compiler/source': 'prints faults, and where the files are',
    'src/compiler/check': 'the schema of UI files for editors',
    'src/compiler/emit': 'what npm run generate writes',
    'src/server': 'starts the server',
    'src/server: settings': 'commands read the settings of the server',
    'src/server: shared': 'commands work without a server, too',
    'src/server/accounts': 'how an address is compared',
    'src/server/audit': 'commands work without a server, too',
    'src/server/jobs': 'commands work without a server, too',
    'src/server/lookup': 'imports schools',
    'src/server/operator': 'the commands are operations of the server',
    'src/server/storage': 'commands work without a server, too',
  },
  test: 'all',
  'settings of tools': {
    scripts: 'the paths of calls, for the proxy of Vite',
    test: 'the browser of the journeys',
    'src/form': { types: 'the settings of the partner in the page' },
    'src/client/form': 'builds RJSF without what is not used',
    'src/server/plugins': 'fills in the page in development as the server does',
  },
};
