import { CARD_KEYS } from '#form/definition/account-cards.ts';
import type { Context } from '../compile/context.ts';
import { listed, nearest } from '../source/nearest.ts';
import type { FilePair } from '../source/source-set.ts';

/** Each log-in card asks what the screens and the server read of it, and nothing else: it would never be sent. */
export function checkCards({ sources, report }: Context): void {
  for (const [id, keys] of Object.entries(CARD_KEYS)) {
    const pair = sources.pair(`accounts/${id}`);
    if (pair) checkKeys(id, keys, { pair, report });
  }
  for (const id of sources.pairNames('accounts').filter((name) => !Object.hasOwn(CARD_KEYS, name))) {
    const at = sources.pair(`accounts/${id}`)?.schema;
    if (!at) continue;
    report(at, {
      code: 'card',
      found: `the log-in card "${id}", which no screen shows`,
      expected: `one of the cards ${listed(Object.keys(CARD_KEYS))}`,
      cure: 'Remove the two files.',
    });
  }
}

function checkKeys(
  id: string,
  keys: readonly string[],
  { pair, report }: Pick<Context, 'report'> & { readonly pair: FilePair },
): void {
  const expected = `the questions ${listed(keys)}, which the server reads by these keys`;
  const missing = keys.filter((key) => !pair.properties.has(key));
  for (const [key, at] of pair.properties) {
    const formerly = at.at('formerly');
    if (formerly) {
      report(formerly, {
        code: 'card',
        found: `former names of "${key}" on the card "${id}"`,
        expected: 'none: what is written on a card is not stored as an answer',
        cure: 'Remove "formerly".',
      });
    }
    const sensitive = at.at('sensitive');
    if (sensitive) {
      report(sensitive, {
        code: 'card',
        found: `"sensitive" of "${key}" on the card "${id}"`,
        expected: 'none: what is written on a card is not stored as an answer',
        cure: 'Remove "sensitive".',
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
