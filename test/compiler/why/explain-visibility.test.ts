import * as fc from '#test/support/random.ts';
import { describe, expect, it } from 'vitest';
import { compileSchemas } from '#compiler/compile-schemas.ts';
import { explanationText } from '#compiler/why/explanation-text.ts';
import type { Explanation } from '#compiler/why/explanation.ts';
import { namesLike } from '#compiler/why/find-subject.ts';
import { explainVisibility } from '#compiler/why/explain-visibility.ts';
import { evaluateCondition } from '#form/conditions/evaluate-condition.ts';
import type { Facts } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { isDocumentQuestion } from '#form/documents/document-answers.ts';
import { type SmallForm, smallRandomForm } from '../prove/small-random-form.ts';
import { TINY_FORM, compileTiny, compileTinyWith, tinyFile } from '../tiny-form.ts';
import { meaningOf } from './meaning-of.ts';
import { rounds } from '#test/support/volume.ts';

const RUNS = rounds(20, 200);
const NOW = new Date('2026-05-06T12:00:00Z');
const tiny = compileTiny();
const { partners } = compileSchemas(TINY_FORM);

function why(name: string, partner = tiny): Explanation {
  const found = explainVisibility(name, partner, { partners, now: NOW });
  if (!found) throw new Error(`The form has no "${name}".`);
  return found;
}

describe('an explanation', () => {
  it.each([
    [
      'nick',
      'Nickname is asked of everybody. Required when “Name” is not answered (pages/you.schema.json:6). Nothing else depends on it.',
    ],
    [
      'floor',
      'Floor is asked when “Home” is not “House” (pages/you.ui.json:19). Its answer is cleared otherwise. Not required. 1 thing depends on it. Shortest way there: 0 answers.',
    ],
    [
      'grown',
      'I am grown up is asked when “Home” is “House” (pages/you.ui.json:20). Its answer is cleared otherwise. Not required. Nothing else depends on it. Shortest way there: 1 answer.',
    ],
    [
      'motto',
      'Motto of Tiny School is asked when “Your words” is “My own” (pages/you.ui.json:37). Its answer is cleared otherwise. Not required. Nothing else depends on it. Shortest way there: 1 click.',
    ],
    [
      'move_month',
      'Moved In is asked when “Your words” is not “None” (pages/you.ui.json:43). Its answer stays stored while it is not asked. Not required. Nothing else depends on it. Shortest way there: 1 click.',
    ],
    [
      'pet_2_tail',
      'Pet 2: Length of Tail is asked when “Pets” is “Yes” (pages/pets.ui.json:8) and “Add Another” is clicked once. Its answer is cleared otherwise. Required when something in “Pet 2” is answered (blocks/pet.schema.json:10) and “Pet 2: Kind” is “Cat” (blocks/pet.schema.json:10). 1 thing depends on it. Shortest way there: 1 answer and 1 click.',
    ],
    ['home=flat', 'Flat is offered to everybody. 4 things depend on it. Shortest way there: 1 answer.'],
    [
      'pets',
      'pets is shown when “Pets” is “Yes” (pages/pets.ui.json:8). Nothing else depends on it. Shortest way there: 1 answer.',
    ],
    ['words', 'Your words is shown to everybody. 2 things depend on it.'],
    ['words=own', 'My own is shown to everybody. 2 things depend on it. Shortest way there: 1 click.'],
    ['you', 'You is shown to everybody. Nothing else depends on it.'],
  ])('summarizes %s', (name, paragraph) => {
    expect(why(name).summary.join(' ')).toBe(paragraph);
  });

  it('mentions other nodes that clear an answer', () => {
    const layout = tinyFile('pages/you.ui.json')['ui:layout'];
    const at = layout.findIndex(({ id }: { readonly id?: string }) => id === 'moved');
    const form = compileTinyWith({ [`pages/you.ui.json#/ui:layout/${at}/clears`]: ['nick'] });
    const nick = why('nick', form);
    expect(nick.summary).toContain('Its answer is cleared unless “Your words” is not “None”.');
    const words = why('words', form);
    expect(words.decides.map(({ text }) => text)).toContain(
      'The answer to “Nickname” is kept only when “Your words” is not “None”.',
    );
  });

  it('has the fewest answers, and a link to the prefilled form', () => {
    const { way } = why('grown');
    expect(way?.answers).toEqual(['“Home” is “House”']);
    const [path, filled = ''] = way?.path.split('#fill=') ?? [];
    expect(path).toBe('/you');
    expect(JSON.parse(Buffer.from(filled, 'base64url').toString())).toEqual({
      answers: { home: 'house' },
      tabs: {},
    });
  });

  it('lists the effects of an answer, by option', () => {
    const { decides, answers } = why('home');
    expect(decides.map(({ text }) => text)).toEqual([
      '“Floor” is asked when “Home” is not “House”.',
      '“I am grown up” is asked when “Home” is “House”.',
      'the section “Taste” (“Colours”) is shown when not (“Home” is “Flat” or “Tower” and “Floor” is at least 3).',
      '“Name”, “Phone” are asked when “Home” is not “Tower”.',
      '“Floor” has a rule when “Home” is “Flat”: “Floor is too high.”',
    ]);
    expect(answers.map(({ labels, effects }) => [labels.join(), ...effects.map(({ text }) => text)])).toEqual(
      [
        [
          'Flat',
          'shows “Floor”',
          'shows the section “Taste” (“Colours”), while also not (“Floor” is at least 3)',
          'shows “Name”, “Phone”',
          'says of “Floor”: “Floor is too high.”',
        ],
        ['House', 'shows “I am grown up”', 'shows the section “Taste” (“Colours”)', 'shows “Name”, “Phone”'],
        [
          'Tower',
          'shows “Floor”',
          'shows the section “Taste” (“Colours”), while also not (“Floor” is at least 3)',
        ],
      ],
    );
  });

  it('is found by the key of a stored label, and by label', () => {
    expect(why('home_desc').subject.label).toBe('Home');
    expect(why('I am grown up').subject.name).toBe('grown');
  });

  it('is found by a former key', () => {
    const formerly = { 'pages/you.schema.json#/properties/nick/formerly': ['nickname'] };
    expect(why('nickname', compileTinyWith(formerly)).subject.name).toBe('nick');
  });

  it('suggests similar names for unknown ones', () => {
    expect(explainVisibility('flour', tiny, { partners, now: NOW })).toBeUndefined();
    expect(namesLike('flour', tiny)).toEqual(['floor']);
    expect(namesLike('home=flit', tiny)).toEqual(['home=flat']);
    expect(namesLike('move', tiny)).toEqual(['moved', 'move_month', 'move_year']);
  });

  it('prints rules, place and partners', () => {
    expect(explanationText(why('floor'))).toContain(
      [
        'Rules:',
        '  - At least 0 (pages/you.schema.json:9).',
        '  - When “Home” is “Flat”: At most 90 (“Floor is too high.”) (pages/you.schema.json:14).',
      ].join('\n'),
    );
    expect(explanationText(why('floor'))).toContain(
      'Name: floor, on the page you, written in pages/you.schema.json:9 and pages/you.ui.json:19\nPartners: default, other',
    );
  });
});

it('of a document does not mention how it is stored', () => {
  const shipped = compileSchemas().partners;
  for (const partner of shipped.values()) {
    for (const question of questionsOf(partner.definition).values()) {
      if (!isDocumentQuestion(question)) continue;
      const found = explainVisibility(question.key, partner, { partners: shipped, now: NOW });
      expect(found?.rules.map(({ text }) => text)).toContain('A document.');
      expect(JSON.stringify(found?.rules)).not.toContain(String(question.constraints.const));
    }
  }
});

describe('explanation wording', () => {
  it(`matches the conditions in ${RUNS} random forms`, () => {
    fc.assert(
      fc.property(smallRandomForm, (form) => {
        const states = factsOf(form);
        for (const { key, visibleWhen } of questionsOf(form.partner.definition).values()) {
          const found = explainVisibility(key, form.partner, { partners: new Map(), now: NOW });
          const meanings = (found?.shownWhen ?? []).map(({ text }) => meaningOf(text));
          const wrong = states.filter((facts) => {
            const isVisible = visibleWhen === undefined || evaluateCondition(visibleWhen, facts);
            return meanings.every((meaning) => meaning(facts)) !== isVisible;
          });
          expect(wrong).toEqual([]);
        }
      }),
      { numRuns: RUNS },
    );
  });
});

/** Every combination of answers, including hidden ones. */
function factsOf({ values }: SmallForm): readonly Facts[] {
  return [...values].reduce<readonly Facts[]>(
    (all, [key, options]) =>
      all.flatMap((facts) => [facts, ...options.map((value) => ({ ...facts, [key]: value }))]),
    [{}],
  );
}
