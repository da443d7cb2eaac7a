import { describe, expect, it } from 'vitest';
import { asked, choice, judged, missing } from './application.ts';

const relationship = choice('legacy_relationship');
const FIRST = {
  legacy_ind: 'Y',
  legacy_relationship: relationship,
  legacy_first_name: 'Grace',
  legacy_last_name: 'Sample',
};

/** Each given name alone leads to the sentences of the others. */
function missingOf(...keys: readonly string[]): Record<string, string> {
  return Object.fromEntries(keys.map((key) => [key, missing(key)]));
}

describe('legacy connections (specification 5, "Legacy")', () => {
  it('need all three of the first when there is one', () => {
    expect(judged({ legacy_ind: 'Y' })).toEqual(
      missingOf('legacy_relationship', 'legacy_first_name', 'legacy_last_name'),
    );
  });

  it.each(['legacy_relationship', 'legacy_first_name', 'legacy_last_name'])('need %s', (key) => {
    expect(judged({ ...FIRST, [key]: '' })).toEqual(missingOf(key));
  });

  it('need no maiden name', () => {
    expect(judged(FIRST)).toEqual({});
  });

  it('are not asked when there is none, whatever was said before', () => {
    expect(judged({ legacy_ind: 'N', legacy_first_name: 'Grace', legacy_2_first_name: 'Joan' })).toEqual({});
  });

  describe.each([2, 3, 4, 5])('connection %i', (n) => {
    const fields = { relationship, first_name: 'Joan', last_name: 'Sample' };
    const keys = Object.keys(fields).map((name) => `legacy_${n}_${name}`);
    const all = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [`legacy_${n}_${name}`, value]),
    );

    it('is complete with all three', () => {
      expect(judged({ ...FIRST, ...all })).toEqual({});
    });

    it.each(keys)('needs the other two once %s is filled', (key) => {
      const others = keys.filter((other) => other !== key);
      expect(judged({ ...FIRST, [key]: all[key] ?? '' })).toEqual(missingOf(...others));
    });

    it.each(keys)('needs %s once the other two are filled', (key) => {
      expect(judged({ ...FIRST, ...all, [key]: '' })).toEqual(missingOf(key));
    });
  });
});

describe.each([1, 2, 3, 4, 5])('sibling %i (specification 5, "Siblings")', (n) => {
  const prefix = n === 1 ? 'sibling_' : `sibling_${n}_`;
  const first = `${prefix}first_name`;
  const others = { last_name: 'Sample', age: '12', relationship: choice('sibling_relationship') };
  const rest = Object.fromEntries(Object.entries(others).map(([name, value]) => [prefix + name, value]));

  it('is complete with all four', () => {
    expect(judged({ [first]: 'Joan', ...rest })).toEqual({});
  });

  it('needs last name, age and relationship once a first name is given', () => {
    expect(judged({ [first]: 'Joan' })).toEqual(missingOf(...Object.keys(rest)));
  });

  it.each(Object.keys(rest))('needs %s beside the first name', (key) => {
    expect(judged({ [first]: 'Joan', ...rest, [key]: '' })).toEqual(missingOf(key));
  });

  it.each(Object.keys(rest))('needs nothing when only %s is given', (key) => {
    expect(judged({ [key]: rest[key] ?? '' })).toEqual({});
  });

  it.each([...Object.keys(rest), first])('names the sibling in the label of %s', (key) => {
    expect(asked(key).fullLabel.startsWith(`Sibling ${n}: `)).toBe(true);
  });

  const age = `${prefix}age`;

  it.each(['0', '7', '17', '17 years', '2 months'])('may be %j old', (value) => {
    expect(judged({ [first]: 'Joan', ...rest, [age]: value })).toEqual({});
  });

  it.each(['seventeen', 'about 17', '-1', ' 17', '٧'])('may not be %j old', (value) => {
    const errors = judged({ [first]: 'Joan', ...rest, [age]: value });
    expect(errors).toEqual({ [age]: expect.stringMatching(new RegExp(`^Sibling ${n}: `)) });
  });
});
