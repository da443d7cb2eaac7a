import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '#compiler/source/schema-paths.ts';
import { isRecord } from '#form/definition/own-property.ts';
import type { Members, StaffCopy } from './staff-copy.ts';

/** A step or a piece of JSON of a guide, and what staff do with it. */
export type GuidePart = {
  /** Words that only this one holds. */
  readonly begins: string;
  /** Does it. Absent: it is done with the piece of JSON that comes next, or by the proof at the end. */
  readonly follow?: (copy: StaffCopy, instruction: string) => void;
  /** What is compiled then, by the key of the question. */
  readonly asks?: Readonly<Record<string, object>>;
};

const DATE = { title: 'Date', type: 'string', format: 'date' };
const TEXT = { title: 'Text', type: 'string' };
const LAST_STEPS = 'pages/final-steps';
const GUIDE_NOTICE = 'This differs from your name. If it is your full legal name, leave it as it is.';
const LAPTOP = ['laptop_needed', 'laptop_reason'];
const IS_YES = { valueKey: 'laptop_needed', operator: 'equals', target: 'Y' };

/** The members that a piece of JSON writes into an object that is there. */
function membersOf(piece: string): Members {
  return JSON.parse(`{${piece}}`);
}

const ask: GuidePart['follow'] = (copy, piece) => copy.ask(membersOf(piece));
const draw: GuidePart['follow'] = (copy, piece) => copy.draw(membersOf(piece));

function writeAs(name: string): NonNullable<GuidePart['follow']> {
  return (copy, piece) => copy.edit(name, () => JSON.parse(piece));
}

function addToPartner(copy: StaffCopy, members: Members): void {
  copy.edit('partners/aspen.json', (file) => ({ ...file, ...members }));
}

/** What the guide for staff says to do. */
const README_PARTS: readonly GuidePart[] = [
  { begins: '1. In `pages/final-steps.schema.json`, add' },
  {
    begins: '"title": "Would you like to borrow a laptop?"',
    follow: ask,
    asks: { laptop_needed: { widget: 'radio', required: true } },
  },
  {
    begins: '"required": ["laptop_needed"',
    follow: (copy, piece) =>
      copy.editSchema(copy.pairOf('laptop_needed'), (file) => {
        const keys = [...piece.matchAll(/"(laptop_\w+)"/g)].map(([, key = '']) => key);
        file.required = [...new Set([...file.required, ...keys])];
      }),
  },
  { begins: '2. In `pages/final-steps.ui.json`, add' },
  {
    begins: '"title": "Laptop"',
    follow: (copy, piece) => copy.place(copy.pairOf('laptop_needed'), JSON.parse(piece), LAPTOP),
    asks: { laptop_reason: { required: true, visibleWhen: IS_YES, widget: 'textarea' } },
  },
  { begins: '"laptop_reason": { "ui:widget": "textarea" }', follow: draw },
  { begins: '3. Run `npm run check`, and commit' },
  { begins: '1. In `pages/`, add the file' },
  { begins: '"title": "Housing Plan"', follow: writeAs('pages/housing.schema.json') },
  { begins: '2. Next to it, add the file' },
  { begins: '"id": "housing"', follow: writeAs('pages/housing.ui.json') },
  { begins: '3. In `form.json`, add the page' },
  {
    begins: '"path": "/housing"',
    follow: (copy, piece) =>
      copy.edit('form.json', (file) => ({
        ...file,
        pages: [file['pages']].flat().toSpliced(2, 0, JSON.parse(piece)),
      })),
    asks: { housing_plan: { page: 'housing', required: true } },
  },
  { begins: '4. Run `npm run check`, and commit' },
  { begins: '"kind": "text"', follow: (copy, piece) => copy.place(LAST_STEPS, JSON.parse(piece)) },
  {
    begins: '{\n  "question": "laptop_reason"',
    follow: (copy, piece) =>
      copy.edit(`${copy.pairOf('laptop_reason')}.ui.json`, (file) =>
        JSON.parse(JSON.stringify(file), (_, value: unknown) =>
          isRecord(value) && value['question'] === 'laptop_reason' ? JSON.parse(piece) : value,
        ),
      ),
    asks: { laptop_reason: { visibleWhen: IS_YES } },
  },
  {
    begins: '"question": "guardian_name"',
    follow: (copy, piece) => {
      copy.ask({ guardian_name: { ...TEXT, title: 'Guardian' } });
      copy.place(LAST_STEPS, JSON.parse(piece), ['guardian_name']);
    },
    asks: { guardian_name: { visibleWhen: { compared: { keys: ['birth_date'], offset: { years: -18 } } } } },
  },
  {
    begins: '"category": "displayAndOptions"',
    follow: ask,
    asks: {
      state: { dependsOn: { valueKey: 'country', lists: { USA: 'us-states', CAN: 'canadian-provinces' } } },
    },
  },
  {
    begins: '"category": "displayOnly"',
    follow: ask,
    asks: { citizenship_visa_status: { dependsOn: { valueKey: 'citizenship_type' } } },
  },
  {
    begins: '"after": "citizenship_visa_issue_date"',
    follow: (copy, piece) => {
      copy.ask({ citizenship_visa_issue_date: DATE });
      copy.ask(membersOf(piece));
    },
    asks: {
      citizenship_visa_expiry_date: {
        relations: [{ operator: 'gt', targetKey: 'citizenship_visa_issue_date' }],
      },
    },
  },
  {
    begins: '"key": "mailing_addr_effective_date"',
    follow: (copy, piece) => {
      copy.ask({ mailing_addr_effective_date: DATE, mailing_country: TEXT });
      copy.ask({ guide_until: { ...DATE, title: 'Until', ...membersOf(piece) } });
    },
    asks: { guide_until: { relations: [{ operator: 'gte', when: { valueKey: 'mailing_country' } }] } },
  },
  {
    begins: '"passport_expiry_date": {',
    follow: ask,
    asks: { passport_expiry_date: { relations: [{ operator: 'gte', offset: { months: 6 } }] } },
  },
  {
    begins: '"unlike": "fullName"',
    follow: ask,
    asks: { signature: { notices: [{ text: GUIDE_NOTICE }] } },
  },
  {
    begins: '"id": "outdoor"',
    follow: (copy, piece) => {
      copy.ask({ leaders_outdoor: { title: 'Leader', type: 'string', options: 'yes-no' } });
      const node = piece.replace('outdoor_leadership', 'leaders_outdoor').replace('"outdoor"', '"leaders"');
      copy.place(LAST_STEPS, JSON.parse(node), ['leaders_outdoor']);
    },
  },
  {
    begins: '"ui:category": "hs_ceeb"',
    follow: (copy, piece) => copy.editUi('blocks/school', (file) => Object.assign(file, membersOf(piece))),
    asks: { hs_name: { widget: 'school', lookup: { category: 'hs_ceeb', fills: { city: 'hs_city' } } } },
  },
  {
    begins: '"ui:category": "bases"',
    follow: (copy, piece) => {
      const guide = readFileSync(path.join(PROJECT_ROOT, 'docs/guides/import-schools.md'), 'utf8');
      const [, directory = ''] = /```json\n([^`]*directory\.meta\.json[^`]*)```/.exec(guide) ?? [];
      copy.edit('directories/bases.json', () => JSON.parse(directory));
      copy.ask({ home_base: { ...TEXT, title: 'Home Base' }, base_city: { ...TEXT, title: 'Its City' } });
      copy.draw(membersOf(piece));
    },
    asks: { home_base: { widget: 'directory', lookup: { category: 'bases' } } },
  },
  {
    begins: '"additional_info_doc": {',
    follow: draw,
    asks: { additional_info_doc: { widget: 'file' } },
  },
  {
    begins: '"value": "51.1102"',
    follow: (copy, piece) => copy.addMajor(JSON.parse(piece)),
  },
  {
    begins: '"requiredWhen": {',
    follow: (copy, piece) => copy.ask({ guide_required: { title: 'Required', ...membersOf(piece) } }),
    asks: { guide_required: { required: false, requiredWhen: { valueKey: 'country', operator: 'in' } } },
  },
  {
    begins: '"atLeastOne": [{',
    follow: (copy, piece) => {
      copy.ask({ email: { title: 'Email' }, phone: { title: 'Phone' } });
      copy.editSchema(copy.pairOf('email'), (file) => Object.assign(file, membersOf(piece)));
    },
    asks: { email: { requiredWhen: { valueKey: 'phone', operator: 'notAnswered' } } },
  },
  {
    begins: '1. In `pages/final-steps.schema.json`, cut',
    follow: (copy) => copy.moveProperties(LAPTOP, LAST_STEPS, 'pages/education'),
    asks: { laptop_needed: { page: 'education', required: true } },
  },
  {
    begins: '2. In `pages/final-steps.ui.json`, cut',
    follow: (copy) => copy.moveSection('laptop', LAPTOP, LAST_STEPS, 'pages/education'),
    asks: { laptop_reason: { page: 'education', required: true, visibleWhen: IS_YES, widget: 'textarea' } },
  },
  { begins: '3. Run `npm run check`, which names what' },
  { begins: '1. Change the key wherever' },
  { begins: '2. Write the old one next to' },
  {
    begins: '"shared_room": {',
    follow: ask,
    asks: { shared_room: { options: 'yes-no' } },
  },
  { begins: '3. Run `npm run check`, which names each' },
  {
    begins: '"formerly": { "roommate"',
    follow: (copy, piece) =>
      copy.editSchema(copy.pairOf('shared_room'), ({ properties }) => {
        properties['shared_room'] = { ...Object(properties['shared_room']), ...membersOf(piece) };
      }),
  },
  { begins: '"value": "51.2001"', follow: (copy, piece) => copy.addMajor(JSON.parse(piece)) },
  {
    begins: '"until": "2027-02-01T23:59"',
    follow: (copy, piece) =>
      copy.edit('partners/default.json', (file) => {
        const settings = Object(file['deadlines']);
        return { ...file, deadlines: { ...settings, dates: [JSON.parse(piece)] } };
      }),
  },
  { begins: '1. Take its key out of `ui:layout`' },
  { begins: '2. Say in `retired.json`' },
  { begins: '"key": "fax_number"', follow: (copy, piece) => copy.retire(JSON.parse(piece)) },
  {
    begins: '"counts": {',
    follow: (copy, piece) =>
      copy.edit('personas/guide.json', () => ({
        $schema: '../meta/persona.meta.json',
        ...membersOf(piece),
      })),
  },
];

/** What the guide for a partner says to do. */
const PARTNER_PARTS: readonly GuidePart[] = [
  {
    begins: '1. Copy `schemas/partners/default.json`',
    follow: (copy) => {
      copy.edit('partners/default.json', (file) => {
        addToPartner(copy, { ...file, name: 'Aspen College', short_name: 'asp' });
        return file;
      });
    },
  },
  {
    begins: '2. Choose the colours',
    follow: (copy) =>
      copy.edit('partners/aspen.json', (file) => {
        const primary = { extraLight: '#edf3ea', light: '#6f9565', main: '#35592d', dark: '#20391b' };
        return { ...file, colors: { ...Object(file['colors']), primary } };
      }),
  },
  { begins: '3. Choose the style', follow: (copy) => addToPartner(copy, { style_word: 'modern' }) },
  {
    begins: '4. Add the logo',
    follow: ({ folder }) => {
      const picture =
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 36"><path d="M0 0h90v36z"/></svg>';
      writeFileSync(path.join(folder, 'partners/aspen.svg'), picture);
    },
  },
  { begins: '"logo": {', follow: (copy, piece) => addToPartner(copy, membersOf(piece)) },
  { begins: '5. Say what only this university says' },
  { begins: '"banner": "', follow: (copy, piece) => addToPartner(copy, membersOf(piece)) },
  { begins: '6. Say until when students may apply' },
  { begins: '"deadlines": {', follow: (copy, piece) => addToPartner(copy, membersOf(piece)) },
  {
    begins: '7. What only this university asks',
    follow: (copy) => {
      copy.ask({ aspen_only: { ...TEXT, title: 'Aspen' } });
      copy.place(LAST_STEPS, { question: 'aspen_only', partners: ['aspen'] }, ['aspen_only']);
    },
  },
  { begins: '8. `npm run check`' },
];

export const GUIDE_PARTS: readonly GuidePart[] = [...README_PARTS, ...PARTNER_PARTS];
