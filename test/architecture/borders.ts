/** Why one room imports another; `types`: it may import nothing but types. */
type Reason = string | { readonly types: string };

type Borders = Readonly<Record<string, 'all' | Readonly<Record<string, Reason>>>>;

/** Room → the rooms it may import, each with the reason. What is not here is forbidden. */
export const BORDERS: Borders = {
  // The model is pure: it imports nothing but itself.
  'src/form': {},
  'src/generated': {},

  // Read → compile → check → emit.
  'src/compiler/source': {
    'src/form': 'the rules of formats and of settings are the ones that the running form has',
  },
  'src/compiler/compile': {
    'src/compiler/source': 'compiles what was read, and names faults at their place in it',
    'src/form': 'the definition it makes, and the numbers that conditions compare',
  },
  'src/compiler/check': {
    'src/compiler/source': 'reads what it checks, and names faults at their place in it',
    'src/compiler/compile': 'checks each question as it is compiled',
    'src/compiler/emit': 'checks UI files by the schema that is written for editors',
    'src/form': 'reports what the running form would report of its definition',
  },
  'src/compiler/emit': {
    'src/compiler/source': 'reads the files of which it writes the types',
    'src/compiler/compile': 'writes the definitions that were compiled',
    'src/compiler/check': 'writes nothing while there are faults',
    'src/form': 'makes the JSON Schema of a definition, and the validators with its formats',
  },

  // Only screens touch data; screens → form → widgets → components → theme.
  'src/client': {
    'src/client/data': 'opens the stores once, for all screens',
    'src/client/screens/account': 'routes lead to the cards',
    'src/client/screens/application': 'routes lead to the form',
    'src/client/screens/service': 'routes lead to the service view',
    'src/client/components': 'what is shown before a screen and when one fails',
    'src/client/theme': 'the style sheets of the whole page',
  },
  'src/client/screens': {
    'src/client/data': 'remembers for the services of a page load that a screen was shown',
  },
  'src/client/screens/account': {
    'src/form': 'the definition of a card, its checks, and which password can be guessed',
    'src/client/data': 'calls the accounts',
    'src/client/form': 'draws a card',
    'src/client/widgets': 'chooses the widgets of cards',
    'src/client/components': 'buttons, toasts, the logo',
    'src/client/screens': 'what screens hand each other, titles and focus',
  },
  'src/client/screens/application': {
    'src/form': 'asks the model what is visible, wrong and open',
    'src/generated': { types: 'the answers of calls and the settings of the partner' },
    'src/client/data': 'saves, loads, submits',
    'src/client/form': 'draws a page',
    'src/client/widgets': 'hands documents and look-ups to the widgets, and asks for drafts',
    'src/client/components': 'dialogs, buttons, toasts',
    'src/client/theme': 'hands the colors of the partner to what MUI draws',
    'src/client/screens': 'what screens hand each other, titles and focus',
  },
  'src/client/screens/service': {
    'src/form': 'the summary is what is shown',
    'src/client/data': 'loads the application that a link shows',
    'src/client/form': 'draws the summary to be printed',
    'src/client/components': 'the logo, the spinner, the look of an error',
    'src/client/screens': 'titles',
    'src/client/screens/application': 'names a student as the header of the form does',
  },
  'src/client/data': {
    'src/form': 'compares answers as the model does; the types of answers and of the definition',
    'src/generated': 'loads the compiled questionnaire; the types of the calls',
  },
  'src/client/form': {
    'src/form': 'asks the model what a change clears and what is shown',
    'src/client/widgets': 'draws each question with its widget',
    'src/client/components': 'buttons and dialogs of groups and tabs',
  },
  'src/client/widgets': {
    'src/form': 'the rules of files, phone numbers and searched lists',
    'src/client/components': 'buttons, dialogs, the spinner',
  },
  'src/client/components': {
    'src/client/theme': 'gives what MUI draws the colors',
  },
  'src/client/theme': {
    'src/generated': { types: 'the colors in the settings of the partner' },
  },

  // The areas do not know each other: app.ts hands over what one needs of another.
  'src/server': {
    'src/form': 'hands over which questions have documents',
    'src/server: settings': 'starts by the settings',
    'src/server: shared': 'makes what all areas share',
    'src/server/accounts': 'joins the areas',
    'src/server/application': 'joins the areas',
    'src/server/documents': 'joins the areas',
    'src/server/lookup': 'joins the areas',
    'src/server/mail': 'joins the areas',
    'src/server/operator': 'joins the areas',
    'src/server/pdf': 'joins the areas',
    'src/server/plugins': 'joins the areas',
    'src/server/prefill': 'joins the areas',
    'src/server/service': 'joins the areas',
    'src/server/storage': 'joins the areas',
  },
  'src/server: settings': {
    'src/server/lookup': 'the look-up of addresses reads its own setting',
    'src/server/storage': { types: 'the settings of the S3 server' },
  },
  'src/server: shared': {
    'src/form': { types: 'the definition that is loaded' },
  },
  'src/server/accounts': {
    'src/form': 'checks a card, and which password can be guessed',
    'src/generated': { types: 'the bodies of calls' },
    'src/server: shared': 'refuses, queues hashes, draws codes',
    'src/server/mail': { types: 'the letters it writes: app.ts hands over what sends them' },
    'src/server/plugins':
      'refuses calls of other sites, counts by network; the types of sessions and cookies',
    'src/server/storage': 'sessions, the audit trail, limits',
  },
  'src/server/application': {
    'src/form': 'checks, merges and clears answers',
    'src/generated': { types: 'the bodies of calls' },
    'src/server: shared': 'refuses',
    'src/server/mail': { types: 'the letter it writes: app.ts hands over what sends it' },
    'src/server/plugins': { types: 'the session of a request' },
    'src/server/storage': 'documents of an answer, sessions, statements',
  },
  'src/server/documents': {
    'src/form': 'the rules of files, and which document an answer names',
    'src/generated': { types: 'the bodies of calls' },
    'src/server: shared': 'refuses, queues conversions',
    'src/server/plugins': { types: 'the session and the limits of a request' },
    'src/server/storage': 'files, their rows, jobs, the audit trail',
  },
  'src/server/lookup': {
    'src/form': 'the options of a list of places',
    'src/generated': { types: 'the bodies of calls' },
    'src/server: shared': 'refuses',
    'src/server/plugins': 'refuses calls of other sites, and counts by the network of a client',
    'src/server/storage': { types: 'the database and the limits it is given' },
  },
  'src/server/mail': {},
  // The operator acts on every area, in the place of a student or of staff.
  'src/server/operator': {
    'src/form': 'what an export holds of the answers',
    'src/server: settings': { types: 'where the socket and the mailbox page are' },
    'src/server: shared': { types: 'the questionnaire, randomness, the log of faults' },
    'src/server/lookup': 'imports schools',
    'src/server/mail': 'shows the mailbox, and deletes the mails of a student',
    'src/server/pdf': 'exports copies',
    'src/server/plugins': 'ends with the server',
    'src/server/prefill': 'makes a link that fills in',
    'src/server/service': 'makes a link to the service view',
    'src/server/storage': 'exports and deletes what is known of a student',
  },
  'src/server/pdf': {
    'src/form': 'which answers are printed',
    'src/generated': { types: 'the bodies of calls' },
    'src/server: shared': 'refuses',
    'src/server/plugins': { types: 'the session and the limits of a request' },
    'src/server/storage': 'keeps copies as files',
  },
  'src/server/plugins': {
    'src/form': { types: 'the settings of the partner in the page' },
    'src/server: settings': { types: 'whose forwarded headers count' },
    'src/server: shared': 'refuses, and logs faults',
    'src/server/mail': 'escapes text in the page as mails do',
    'src/server/storage': 'whether the database is away; the types of sessions and limits',
  },
  'src/server/prefill': {
    'src/form': 'checks the answers that a link brings',
    'src/generated': { types: 'the bodies of calls' },
    'src/server: shared': 'refuses',
    'src/server/plugins': 'refuses calls of other sites; the types of limits and cookies',
    'src/server/storage': { types: 'the database and the audit trail it is given' },
  },
  'src/server/service': {
    'src/form': { types: 'the definition by which the view is read' },
    'src/generated': { types: 'the bodies of calls' },
    'src/server: shared': 'refuses',
    'src/server/plugins': 'refuses calls of other sites; the types of limits',
    'src/server/storage': 'the audit trail, and the database it is given',
  },
  'src/server/storage': {
    'src/form': { types: 'what columns hold' },
    'src/server: settings': { types: 'where files are' },
    'src/server: shared': 'logs faults',
  },

  scripts: {
    'src/form': 'makes option lists in the form that a search reads',
    'src/compiler/source': 'prints faults, and where the files are',
    'src/compiler/check': 'npm run check',
    'src/compiler/emit': 'npm run generate, and what changed since the last build',
    'src/server': 'starts the server',
    'src/server: settings': 'commands read the settings of the server',
    'src/server: shared': 'commands work without a server, too',
    'src/server/accounts': 'how an address is compared',
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

/** Files that import each other in a circle, types included, each circle with its reason. Others are forbidden. */
export const CIRCLES: readonly { readonly files: readonly string[]; readonly why: string }[] = [
  {
    files: [
      'src/compiler/compile/place-question.ts',
      'src/compiler/compile/walk-block.ts',
      'src/compiler/compile/walk-layout.ts',
      'src/compiler/compile/walk-node.ts',
      'src/compiler/compile/walk-switch.ts',
      'src/compiler/compile/walk-tabs.ts',
    ],
    why: 'a layout is a tree: each kind of node walks the nodes within it',
  },
  {
    files: [
      'src/compiler/source/cursor.ts',
      'src/compiler/source/fault.ts',
      'src/compiler/source/repeated-members.ts',
      'src/compiler/source/source-file.ts',
      'src/compiler/source/syntax-telling.ts',
    ],
    why: 'types: a place knows its file, a file its faults, a fault its place',
  },
  {
    files: ['src/client/components/AnchoredPanel.tsx', 'src/client/components/Popover.tsx'],
    why: 'types: what is loaded later has the props of what loads it',
  },
  {
    files: ['src/client/components/Dialog.tsx', 'src/client/components/ModalDialog.tsx'],
    why: 'types: what is loaded later has the props of what loads it',
  },
  {
    files: ['src/client/data/autosave-state.ts', 'src/client/data/form-changes.ts'],
    why: 'types: conflicts are found between changes, and the state holds them',
  },
  {
    files: ['src/client/form/form-scope.ts', 'src/client/form/layout/layout-parts.ts'],
    why: 'types: a layout is a tree, and its parts draw the nodes within them',
  },
  {
    files: ['src/server/app.ts', 'src/server/create-server.ts'],
    why: 'types: the server is made with a part of what the app is given',
  },
  {
    files: ['src/server/lookup/search-thread.ts', 'src/server/lookup/search-worker.ts'],
    why: 'types: a worker answers the calls of the thread that starts it',
  },
  {
    files: ['src/server/storage/limit-steps.ts', 'src/server/storage/limits.ts'],
    why: 'types: the statement of a limit counts by its rates',
  },
  {
    files: ['scripts/operate-alone.ts', 'scripts/operator-command.ts'],
    why: 'a command loads what works without a server only when none runs',
  },
];
