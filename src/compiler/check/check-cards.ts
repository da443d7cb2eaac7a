import { CARD_KEYS } from '#form/definition/account-cards.ts';
import { ownMember } from '#form/definition/own-property.ts';
import type { Context } from '../compile/context.ts';
import { listed, nearest } from '../source/nearest.ts';
import type { FilePair } from '../source/source-set.ts';

/** Each log-in card asks what the screens and the server read of it, and nothing else: it would never be sent. */
export function checkCards({ sources, report }: Context): void {
  for (const pair of sources.pairs('accounts')) {
    const id = pair.name.replace('accounts/', '');
    const keys = ownMember<readonly string[]>(CARD_KEYS, id);
    if (keys) checkKeys(id, keys, { pair, report });
    else
      report(pair.schema, {
        code: 'card',
        found: `the log-in card "${id}", which no screen shows`,
        expected: `one of the cards ${listed(Object.keys(CARD_KEYS))}`,
        cure: 'Remove the two files.',
      });
  }
}

type Card = Pick<Context, 'report'> & { readonly pair: FilePair };

function checkKeys(id: string, keys: readonly string[], { pair, report }: Card): void {
  const expected = `the questions ${listed(keys)}, which the server reads by these keys`;
  const missing = keys.filter((key) => !pair.properties.has(key));
  for (const [key, at] of pair.properties) {
    for (const member of ['formerly', 'sensitive']) {
      const marked = at.at(member);
      const what = member === 'formerly' ? 'former names' : '"sensitive"';
      if (marked)
        report(marked, {
          code: 'card',
          found: `${what} of "${key}" on the card "${id}"`,
          expected: 'none: what is written on a card is not stored as an answer',
          cure: `Remove "${member}".`,
        });
    }
    if (keys.includes(key)) continue;
    const meant = nearest(key, missing) ?? missing[0];
    const cure = meant === undefined ? 'Remove it: nothing reads its answer.' : `Name it "${meant}" again.`;
    report(at, { code: 'card', found: `the question "${key}" on the card "${id}"`, expected, cure });
  }
  const renamed = [...pair.properties.keys()].some((key) => !keys.includes(key));
  for (const key of renamed ? [] : missing) {
    report(pair.schema.at('properties') ?? pair.schema, {
      code: 'card',
      found: `the card "${id}" without the question "${key}"`,
      expected,
      cure: `Bring the question "${key}" back, and place it in the layout.`,
    });
  }
}
