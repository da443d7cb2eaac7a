import { expect, test } from 'vitest';
import { changesAfter, type Edits, lineOf, nodeOf } from './edited-form.ts';

const YOU = 'pages/you.schema.json';
const YOU_UI = 'pages/you.ui.json';
const PETS = 'pages/pets.schema.json';

/** Edits by staff, with the expected sentences. */
const EDITS: readonly (readonly [name: string, edits: Edits, said: readonly string[]])[] = [
  [
    'a question is added',
    {
      [YOU]: (file) => {
        file.properties.shoe = { title: 'Shoe Size', type: 'integer' };
        file.required.push('shoe');
      },
      [YOU_UI]: (file) => file['ui:layout'].push('shoe'),
    },
    ['You: “Shoe Size” is new: it is asked of everybody and required.'],
  ],
  [
    'a conditional question with options is added in a new section',
    {
      [YOU]: (file) => {
        file.properties.hue = { title: 'Shade', options: 'colors' };
      },
      [YOU_UI]: (file) =>
        file['ui:layout'].push({
          kind: 'section',
          id: 'shades',
          title: 'Shades',
          showWhen: { valueKey: 'home', operator: 'equals', target: 'flat' },
          children: ['hue'],
        }),
    },
    [
      'You › Shades (new): “Shade” is asked when “Home” is “Flat”, and may be left empty. It offers “Red”, “Green” and “Blue”.',
    ],
  ],
  [
    'a question is removed',
    { [YOU]: (file) => delete file.properties.born, [YOU_UI]: (file) => file['ui:layout'].splice(1, 1) },
    ['You: “Born” is no longer asked.'],
  ],
  [
    'a question moves within its section',
    {
      [YOU_UI]: (file) => {
        const [born] = file['ui:layout'].splice(1, 1);
        file['ui:layout'].splice(2, 0, born);
      },
    },
    ['You: “Born” now comes after “Home”.'],
  ],
  [
    'a question moves to another section',
    {
      [YOU_UI]: (file) => {
        const [born] = file['ui:layout'].splice(1, 1);
        nodeOf(file, 'taste').children.push(born);
      },
    },
    [
      'You › Taste: “Born” is now asked only when “Home” is neither “Flat” nor “Tower” or “Floor” is not at least 3.',
      'You › Taste: “Born” has moved here from You.',
    ],
  ],
  [
    'a label is reworded',
    {
      [YOU]: (file) => {
        file.properties.name.title = 'Full Name';
      },
    },
    ['You: “Name” now reads “Full Name”.'],
  ],
  [
    'a help text is added',
    {
      [YOU_UI]: (file) => {
        file.home = { ...file.home, 'ui:help': 'Where you sleep.' };
      },
    },
    ['You: “Home” now has the help “Where you sleep.”'],
  ],
  [
    'a help text is reworded',
    {
      [YOU_UI]: (file) => {
        file.motto['ui:help'] = 'One sentence.';
      },
    },
    [
      'You › My own: “Motto of Tiny School” now has the help “One sentence.” (before: “A sentence is enough.”).',
    ],
  ],
  [
    'a help text is removed',
    {
      [YOU_UI]: (file) => {
        delete file.motto['ui:help'];
      },
    },
    ['You › My own: “Motto of Tiny School” no longer has the help (before: “A sentence is enough.”).'],
  ],
  [
    'a question becomes required, with its own message',
    {
      [YOU]: (file) => {
        file.required.push('motto');
        file.properties.motto.errorMessage = { required: 'Please say yours.' };
      },
    },
    ['You › My own: “Motto of Tiny School” is now required of everybody who is asked.'],
  ],
  [
    'a question becomes required',
    {
      [YOU]: (file) => {
        file.required.push('motto');
      },
    },
    ['You › My own: “Motto of Tiny School” is now required of everybody who is asked.'],
  ],
  [
    'a question becomes optional',
    {
      [YOU]: (file) => {
        file.required = ['home'];
      },
    },
    ['You: “Name” is no longer required at all.'],
  ],
  [
    'a question becomes conditionally required',
    {
      [YOU]: (file) => {
        file.properties.born.requiredWhen = { valueKey: 'home', operator: 'equals', target: 'flat' };
      },
    },
    ['You: “Born” is now required when “Home” is “Flat”.'],
  ],
  [
    'a requirement changes',
    {
      [YOU]: (file) => {
        file.properties.nick.requiredWhen = {
          any: [
            { valueKey: 'name', operator: 'notAnswered' },
            { valueKey: 'home', operator: 'equals', target: 'tower' },
          ],
        };
      },
    },
    [
      'You: “Nickname” is now required more often: when “Name” is not answered or “Home” is “Tower”. Before, when “Name” is not answered.',
    ],
  ],
  [
    'a section is shown to fewer students',
    {
      [YOU_UI]: (file) => {
        file['ui:conditions'].livesHigh.all[1].target = 2;
      },
    },
    [
      'You › Taste: The section “Taste” is now shown less often: when “Home” is neither “Flat” nor “Tower” or “Floor” is not at least 2. Before, when “Home” is neither “Flat” nor “Tower” or “Floor” is not at least 3.',
    ],
  ],
  [
    'a section is shown to everybody',
    {
      [YOU_UI]: (file) => {
        delete nodeOf(file, 'taste').hideWhen;
        delete file['ui:conditions'];
      },
    },
    [
      'You › Taste: The section “Taste” is now shown to everybody. Before, only when “Home” is neither “Flat” nor “Tower” or “Floor” is not at least 3.',
    ],
  ],
  [
    'a case accepts more answers',
    {
      [YOU_UI]: (file) => {
        file['ui:layout'][3].cases[0].when = { valueKey: 'home', operator: 'in', target: ['flat'] };
      },
    },
    [
      'You: “Floor” is now asked less often: when “Home” is “Flat”. Before, when “Home” is not “House”.',
      'You: “I am grown up” is now asked more often: when “Home” is not “Flat”. Before, when “Home” is “House”.',
    ],
  ],
  [
    'a condition is added to a question',
    {
      [YOU_UI]: (file) => {
        file['ui:layout'][1] = {
          question: 'born',
          showWhen: { valueKey: 'home', operator: 'in', target: ['flat', 'tower'] },
        };
      },
    },
    ['You: “Born” is now asked only when “Home” is “Flat” or “Tower”.'],
  ],
  [
    'an option is removed, one added',
    {
      'options/colors.json': (file) => {
        file.options.splice(1, 1);
        file.options.push({ value: 'pink', label: 'Pink' });
      },
    },
    [
      'You › Taste › Colours: “Green” is no longer offered.',
      'You › Taste › Colours: “Pink” is newly offered, as the last.',
    ],
  ],
  [
    'an option is relabelled',
    {
      'options/colors.json': (file) => {
        file.options[1].label = 'Moss';
      },
    },
    ['You › Taste › Colours: The option “Green” now reads “Moss”.'],
  ],
  [
    'options are reordered',
    {
      'options/colors.json': (file) => {
        file.options.reverse();
      },
    },
    [
      'You › Taste › Colours: “Green” now comes after “Blue”.',
      'You › Taste › Colours: “Red” now comes after “Green”.',
    ],
  ],
  [
    'aliases, a heading and exclusiveness are added to options',
    {
      'options/colors.json': (file) => {
        file.options[1].aliases = ['Verde'];
        file.options[2].group = 'Cold';
        file.options[0].exclusive = true;
      },
    },
    [
      'You › Taste: “Colours” now says “Colours: Uncheck “Red” or your other choices.” when the answer is wrong.',
      'You › Taste › Colours: “Red” is now chosen alone, without others.',
      'You › Taste › Colours: “Green” is now also found as “Verde”.',
      'You › Taste › Colours: “Blue” is now under the heading “Cold”.',
    ],
  ],
  [
    'a list of years gets longer',
    {
      'options/years.json': (file) => {
        file.years.count = 6;
      },
    },
    ['You › Moved In: “2021” is newly offered, as the last.'],
  ],
  [
    'limits are added, and a number becomes an amount of money',
    {
      [YOU]: (file) => {
        Object.assign(file.properties.floor, { currency: 'USD', multipleOf: 10, exclusiveMaximum: 50 });
      },
    },
    [
      'You: “Floor” is now an amount of money in USD.',
      'You: “Floor” must now be less than 50. Otherwise students read “Floor must be less than $50”.',
      'You: “Floor” must now be a multiple of 10. Otherwise students read “Floor must be a multiple of $10”.',
      'You: “Floor” now says “Floor must be an amount such as $1,300” when the answer is wrong (before: “Floor must be an integer”).',
      'You: “Floor” now says “Floor must be greater than or equal to $0” when the answer is wrong (before: “Floor must be greater than or equal to 0”).',
    ],
  ],
  [
    'a limit changes',
    { [YOU]: (file) => Object.assign(file.properties.floor, { minimum: 1 }) },
    [
      'You: “Floor” must now be at least 1 (before: at least 0). Otherwise students read “Floor must be greater than or equal to 1”.',
    ],
  ],
  [
    'a pattern changes',
    {
      [PETS]: (file) => {
        file.properties['code_{partner.short_name}'].pattern = '^[A-Z]{3,4}$';
      },
    },
    ['Pets: “Pet Code” is now held to another pattern: for example, “AAAA” is now right.'],
  ],
];

test.each(EDITS)('%s', (_name, edits, sentences) => {
  expect(changesAfter(edits).map(lineOf)).toEqual(sentences);
});
