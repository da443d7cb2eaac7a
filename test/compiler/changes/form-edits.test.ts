import { expect, test } from 'vitest';
import { changesAfter, type Edits, lineOf, nodeOf } from './edited-form.ts';

const YOU = 'pages/you.schema.json';
const YOU_UI = 'pages/you.ui.json';
const PETS = 'pages/pets.schema.json';
const PETS_UI = 'pages/pets.ui.json';

/** Edits by staff, with the expected sentences. */
const EDITS: readonly (readonly [name: string, edits: Edits, said: readonly string[]])[] = [
  [
    'a pattern is rewritten equivalently',
    {
      [PETS]: (file) => {
        file.properties['code_{partner.short_name}'].pattern = '^[A-Z][A-Z][A-Z]$';
      },
    },
    [],
  ],
  [
    'a rule changes its bound',
    {
      [YOU]: (file) => {
        file.properties.floor.rules[0].schema.maximum = 80;
      },
    },
    [
      'You: “Floor” must now be at most 80 when “Home” is “Flat” (before: at most 90). Otherwise students read “Floor is too high.”',
    ],
  ],
  [
    'a rule changes its condition',
    {
      [YOU]: (file) => {
        file.properties.floor.rules[0].when = { valueKey: 'home', operator: 'in', target: ['flat', 'tower'] };
      },
    },
    [
      'You: “Floor” is now held to the rule “Floor is too high.” more often: when “Home” is “Flat” or “Tower”. Before, when “Home” is “Flat”.',
    ],
  ],
  [
    'a rule is removed',
    {
      [YOU]: (file) => {
        delete file.properties.floor.rules;
      },
    },
    ['You: “Floor” no longer has to be at most 90 when “Home” is “Flat” (“Floor is too high.”).'],
  ],
  [
    'bounds are added to a date',
    {
      [YOU]: (file) => {
        file.properties.born.latest = { years: -13, errorMessage: 'You must be 13.' };
        file.properties.born.notAfter = { today: true, minus: { months: 6 }, errorMessage: 'Too late.' };
      },
    },
    [
      'You: “Born” must now not be later than 13 years ago. Otherwise students read “You must be 13.”',
      'You: “Born” must now be not later than 6 months before today. Otherwise students read “Too late.”',
    ],
  ],
  [
    'a message is added',
    {
      [YOU]: (file) => {
        file.properties.name.errorMessage = { required: 'Who are you?' };
      },
    },
    ['You: “Name” now says “Who are you?” when the answer is missing (before: “Name is a required field”).'],
  ],
  [
    'a widget changes',
    {
      [YOU_UI]: (file) => {
        delete file.home['ui:widget'];
      },
    },
    ['You: “Home” is now asked with a list to open (before: options that are all in sight).'],
  ],
  [
    'autofill is added',
    {
      [YOU_UI]: (file) => {
        file.name = { 'ui:autocomplete': 'name' };
      },
    },
    ['You: “Name” is now filled in by browsers as “name”.'],
  ],
  [
    'widths change',
    {
      [YOU_UI]: (file) => {
        file['ui:layout'][0].widths = [8, 4];
      },
    },
    [
      'You: “Name” now takes 8 of 12 columns (before: 6).',
      'You: “Nickname” now takes 4 of 12 columns (before: 6).',
    ],
  ],
  [
    'a row is removed',
    {
      [YOU_UI]: (file) => {
        file['ui:layout'].splice(0, 1, 'name', 'nick');
      },
    },
    ['You: “Name” and “Nickname” now have a line of their own.'],
  ],
  [
    'a section title changes',
    {
      [YOU_UI]: (file) => {
        nodeOf(file, 'taste').title = 'Colours';
      },
    },
    ['You › Colours: The title “Taste” now reads “Colours”.'],
  ],
  [
    'questions move to a new section',
    {
      [YOU_UI]: (file) => {
        const moved = file['ui:layout'].splice(1, 2);
        file['ui:layout'].push({ kind: 'section', id: 'origin', title: 'Origin', children: moved });
      },
    },
    ['You › Origin (new): “Born” and “Home” have moved here from You.'],
  ],
  [
    'a text changes',
    {
      [YOU_UI]: (file) => {
        nodeOf(file, 'taste').children[1].paragraphs = ['Write to {partner.help_email}.'];
      },
    },
    ['You › Taste: The text “Ask help@tiny.example.” now reads “Write to help@tiny.example.”'],
  ],
  [
    'a text is added',
    {
      [YOU_UI]: (file) => {
        file['ui:layout'].unshift({ kind: 'text', paragraphs: ['Welcome.'] });
      },
    },
    ['You: The text “Welcome.” is new.'],
  ],
  [
    'a tab is added',
    {
      [YOU_UI]: (file) => {
        nodeOf(file, 'words').tabs.push({ id: 'other', title: 'Somebody else', children: [] });
      },
    },
    ['You: The tab “Somebody else” is new.'],
  ],
  [
    'a tab is removed',
    {
      [YOU_UI]: (file) => {
        nodeOf(file, 'words').tabs.splice(1, 1, { id: 'mine', title: 'Mine', children: ['motto'] });
      },
    },
    [
      'You: The tab “My own” is no longer there.',
      'You: The tab “Mine” is new.',
      'You › Mine: “Motto of Tiny School” is now asked when “Your words” is “Mine”. Before, when “Your words” is “My own”.',
      'You › Mine (new): “Motto of Tiny School” has moved here from You › My own.',
    ],
  ],
  [
    'the default tab changes',
    {
      [YOU_UI]: (file) => {
        nodeOf(file, 'words').defaultTab = 'own';
      },
    },
    ['You: The tabs “Your words” now open with “My own”.'],
  ],
  [
    'a repeated block changes',
    {
      'blocks/pet.schema.json': (file) => {
        file.properties.name.title = 'Its Name';
        file.required.push('kind');
      },
    },
    [
      'Pets › Each Pet: “Name” now reads “Its Name”.',
      'Pets › Each Pet: “Kind” is now required of everybody who is asked.',
    ],
  ],
  [
    'a maximum of instances decreases',
    {
      [PETS_UI]: (file) => {
        file['ui:layout'][1].children[0].max = 2;
        file['ui:layout'][1].children[0].label = 'One More';
      },
    },
    [
      'Pets: The button “Add Another” now reads “One More”.',
      'Pets: “Pet” can now be there up to 2 times (before: 3).',
    ],
  ],
  [
    'a page is renamed and moved',
    {
      'form.json': (file) => {
        file.pages.reverse();
        file.pages[0].title = 'Animals';
        file.pages[0].path = '/animals';
      },
    },
    [
      'The form: The page “You” now comes after “Animals”.',
      'Animals: The title “Pets” now reads “Animals”.',
      'Animals: The address of the page is now /animals (before: /pets).',
    ],
  ],
  [
    'a page is added',
    {
      'form.json': (file) => {
        file.pages.splice(1, 0, { page: 'more', path: '/more', title: 'More' });
      },
      'pages/more.schema.json': (file) => Object.assign(file, { properties: { song: { title: 'Song' } } }),
      'pages/more.ui.json': (file) => Object.assign(file, { 'ui:layout': ['song'] }),
    },
    [
      'The form: The page “More” is new: it comes after “You”.',
      'More (new): “Song” is asked of everybody, and may be left empty.',
    ],
  ],
  [
    'a section no longer clears',
    {
      [PETS_UI]: (file) => {
        file['ui:layout'][1].clears = [];
      },
    },
    [
      'Pets › Each Pet: “Name”, “Kind” and “Length of Tail” now keep the answer whatever else is answered. Before, only when “Pets” is “Yes”.',
    ],
  ],
  [
    'greeting',
    {
      'form.json': (file) => {
        file.greetingName = ['name'];
      },
    },
    [
      'The form: The name that greets a student now comes from “Name” (before: comes from “Nickname” and “Name”).',
    ],
  ],
  [
    'a cycle begins',
    {
      'partners/default.json': (file) => {
        file.time_zone = 'America/Denver';
        file.cycle = { name: '2027–28', closes: '2027-11-02T23:59' };
      },
    },
    [
      'The form: The cycle “2027–28” is new: students who submitted in an earlier one can apply again.',
      'The form: The cycle “2027–28” now opens at once and closes 2027-11-03T06:00:00.000Z.',
      'The partner: The time zone is new: “America/Denver”.',
    ],
  ],
  [
    'cards',
    {
      'accounts/login.ui.json': (file) => {
        file['ui:title'] = 'Come in';
        file['ui:submit'] = 'Enter';
      },
    },
    [
      'Log-in › Come in: The title “Log In” now reads “Come in”.',
      'Log-in › Come in: The button “Go” now reads “Enter”.',
    ],
  ],
];

test.each(EDITS)('%s', (_name, edits, sentences) => {
  expect(changesAfter(edits).map(lineOf)).toEqual(sentences);
});
