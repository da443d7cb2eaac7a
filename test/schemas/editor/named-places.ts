import { guideFile } from './open-in-editor.ts';

export const PAGE = 'pages/final-steps.schema.json';
export const UI = 'pages/final-steps.ui.json';

/** The page Final Steps with one more member in the question of the essay. */
function withMember(member: string): string {
  return guideFile(PAGE).replace('"additional_info_essay": {', `"additional_info_essay": { ${member},`);
}

/** The page Final Steps with one more node in its layout. */
export function withNode(node: string): string {
  return guideFile(UI).replace('"ui:layout": [', `"ui:layout": [${node},`);
}

/** The page Final Steps with another entry for its signature. */
export function withEntry(entry: string): string {
  return guideFile(UI).replace(/"signature": \{[^}]*\}/, `"signature": { ${entry} }`);
}

function withForm(members: string): string {
  return guideFile('form.json').replace('"defaultPage": "about",', `${members},`);
}

function withPartner(members: string): string {
  return guideFile('partners/default.json').replace('"links"', `${members}, "links"`);
}

export function when(condition: string): string {
  return withMember(`"requiredWhen": { ${condition} }`);
}

export const HELD = '"valueKey": "citizenship_type", "operator"';
const DEPENDENT = '"valueKey": "citizenship_type", "category"';
export const CITIZENS = ['C', 'R', 'N', 'NRA'];

/** What is named, the file, its text around a name, and some of the names that are offered there. */
export const NAMES: readonly (readonly [
  what: string,
  file: string,
  around: (name: string) => string,
  offered: readonly string[],
])[] = [
  ['an option list', PAGE, (name) => withMember(`"options": "${name}"`), ['majors', 'yes-no']],
  [
    'a list for an answer',
    PAGE,
    (name) =>
      withMember(`"dependsOn": { ${DEPENDENT}: "displayAndOptions", "options": { "NRA": "${name}" } }`),
    ['visa-types'],
  ],
  [
    'an answer with a list',
    PAGE,
    (name) =>
      withMember(`"dependsOn": { ${DEPENDENT}: "displayAndOptions", "options": { "${name}": "majors" } }`),
    CITIZENS,
  ],
  [
    'an answer of the controlling question',
    PAGE,
    (name) => withMember(`"dependsOn": { ${DEPENDENT}: "displayOnly", "answers": ["${name}"] }`),
    CITIZENS,
  ],
  [
    'the controlling question',
    PAGE,
    (name) =>
      withMember(`"dependsOn": { "valueKey": "${name}", "category": "displayOnly", "answers": ["NRA"] }`),
    ['citizenship_type', 'country'],
  ],
  [
    'a required question',
    PAGE,
    (name) => guideFile(PAGE).replace('"required": [', `"required": ["${name}", `),
    ['additional_info_essay'],
  ],
  [
    'the question of a condition',
    PAGE,
    (name) => when(`"valueKey": "${name}", "operator": "answered"`),
    ['citizenship_type', 'additional_info', 'suspended'],
  ],
  ['a target', PAGE, (name) => when(`${HELD}: "equals", "target": "${name}"`), CITIZENS],
  [
    'another answer',
    PAGE,
    (name) => when(`"valueKey": "birth_date", "operator": "gt", "target": { "key": "${name}" }`),
    ['birth_date', 'signature'],
  ],
  [
    'a target inside another condition',
    PAGE,
    (name) => when(`"all": [{ "not": { ${HELD}: "notEquals", "target": "${name}" } }]`),
    CITIZENS,
  ],
  [
    'a tab',
    PAGE,
    (name) => when(`"valueKey": "additional_info", "operator": "equals", "target": "${name}"`),
    ['document', 'essay'],
  ],
  [
    'the tab that is open at first',
    UI,
    (name) => guideFile(UI).replace(/"defaultTab": "[^"]*"/, `"defaultTab": "${name}"`),
    ['document', 'essay'],
  ],
  ['a related question', PAGE, (name) => withMember(`"sameAs": "${name}"`), ['last_name', 'signature']],
  [
    'a named condition',
    'blocks/parent-name.schema.json',
    (name) => guideFile('blocks/parent-name.schema.json').replace('isLiving', name),
    ['isLiving'],
  ],
  ['a question in the layout', UI, (name) => withNode(`"${name}"`), ['signature', 'suspended']],
  [
    'a question that is cleared',
    UI,
    (name) => withNode(`{ "question": "signature", "clears": ["${name}"] }`),
    ['signature', 'first_name'],
  ],
  ['a block', UI, (name) => withNode(`{ "kind": "block", "block": "${name}" }`), ['address', 'sibling']],
  [
    'a required question of a block',
    UI,
    (name) => withNode(`{ "kind": "block", "block": "address", "required": ["${name}"] }`),
    ['city', 'country'],
  ],
  [
    'a partner',
    UI,
    (name) => withNode(`{ "kind": "row", "partners": ["${name}"], "children": [] }`),
    ['cottonwood', 'default'],
  ],
  ['a kind', UI, (name) => withNode(`{ "kind": "${name}" }`), ['section', 'addAnother']],
  [
    'an operator',
    UI,
    (name) =>
      withNode(
        `{ "question": "signature", "showWhen": { "valueKey": "suspended", "operator": "${name}", "target": "Y" } }`,
      ),
    ['equals', 'notIn'],
  ],
  [
    'the question of an entry',
    UI,
    (name) => guideFile(UI).replace('"signature": {', `"${name}": {`),
    ['signature'],
  ],
  ['a widget', UI, (name) => withEntry(`"ui:widget": "${name}"`), ['text', 'textarea']],
  ['a part', UI, (name) => withEntry(`"ui:widget": "monthYear", "ui:parts": ["${name}"]`), ['suspended']],
  [
    'a category',
    UI,
    (name) =>
      withEntry(`"ui:widget": "school", "ui:category": "${name}", "ui:fills": { "name": "signature" }`),
    ['hs_ceeb'],
  ],
  [
    'a question that is filled in',
    UI,
    (name) => withEntry(`"ui:widget": "school", "ui:category": "hs_ceeb", "ui:fills": { "name": "${name}" }`),
    ['signature'],
  ],
  ['a page', 'form.json', (name) => withForm(`"defaultPage": "${name}"`), ['about', 'final-steps']],
  [
    'the files of a page',
    'form.json',
    (name) => guideFile('form.json').replace('"page": "about"', `"page": "${name}"`),
    ['about', 'final-steps'],
  ],
  [
    'a part of a name',
    'form.json',
    (name) => guideFile('form.json').replace('"greetingName": [', `"greetingName": ["${name}", `),
    ['first_name'],
  ],
  [
    'the state of a student',
    'form.json',
    (name) => guideFile('form.json').replace('"homeState": "state"', `"homeState": "${name}"`),
    ['state'],
  ],
  [
    'a text of the application',
    'partners/default.json',
    (name) => withPartner(`"texts": { "${name}": "Thank you." }`),
    ['account.promise'],
  ],
  [
    'a logo',
    'partners/default.json',
    (name) => withPartner(`"logo": { "file": "${name}", "alt": "Us" }`),
    ['cottonwood.svg'],
  ],
];
