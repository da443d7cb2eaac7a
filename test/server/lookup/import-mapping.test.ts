import { describe, expect, test } from 'vitest';
import { readMapping } from '#server/lookup/import/mapping.ts';

describe('a mapping', () => {
  const columns = { id: 'Code', name: 'School', city: 'Town', state: 'Region' };
  const mapping = { source: 'quebec', idPrefix: 'qc', columns };

  test.each([
    [
      { ...mapping, kepe: { Open: ['yes'] } },
      'map.json: "kepe" is not a key of a mapping. Did you mean "keep"? Its keys are source, idPrefix, columns, keep.',
    ],
    [
      { ...mapping, columns: { ...columns, adress_line_1: 'Street' } },
      'map.json: "adress_line_1" is not a key of "columns" in a mapping. Did you mean "address_line_1"? Its keys are ' +
        'id, name, city, state, address_line_1, zip, country, aliases, weight.',
    ],
    [
      { ...mapping, comment: '' },
      'map.json: "comment" is not a key of a mapping. Its keys are source, idPrefix, columns, keep.',
    ],
  ])('with an unknown key is refused, and the right ones are named', (value, sentence) => {
    expect(() => readMapping(value, 'hs_ceeb', 'map.json')).toThrow(sentence);
  });
});
