import { describe, expect, it } from 'vitest';
import { asked, judged, missing } from './application.ts';

const tooLong = (): unknown => expect.stringMatching(/ in at most 1500 characters\.$/);

describe.each(['conviction', 'suspended'])('%s (specification 5, "Final Steps")', (key) => {
  const comment = `${key}_comment`;

  it.each([
    ['N needs no comment', { [key]: 'N' }, {}],
    ['N hides a comment that is too long', { [key]: 'N', [comment]: 'x'.repeat(1501) }, {}],
    ['Y needs a comment', { [key]: 'Y' }, { [comment]: missing(comment) }],
    ['Y takes a short comment', { [key]: 'Y', [comment]: 'May 2024. I was wrong.' }, {}],
    ['Y takes 1500 characters', { [key]: 'Y', [comment]: 'x'.repeat(1500) }, {}],
  ])('%s', (_, changes, expected) => {
    expect(judged(changes)).toEqual(expected);
  });

  it('refuses 1501 characters', () => {
    expect(judged({ [key]: 'Y', [comment]: 'x'.repeat(1501) })).toEqual({ [comment]: tooLong() });
  });

  it('counts characters, not their halves', () => {
    expect(judged({ [key]: 'Y', [comment]: '😀'.repeat(1500) })).toEqual({});
  });

  it('asks for date, circumstances and reflection', () => {
    const { fullLabel, messages } = asked(comment);
    for (const text of [fullLabel, messages['required']]) {
      expect(text).toMatch(/approximate date/i);
      expect(text).toMatch(/circumstances/i);
      expect(text).toMatch(/reflect|learned/i);
    }
  });
});

describe('the certification', () => {
  it.each([false, ''])('must be given, not %j', (legal_agree) => {
    const sentence = asked('legal_agree').messages['required'] ?? '';
    expect(judged({ legal_agree })).toEqual({ legal_agree: sentence });
    expect(sentence).toMatch(/\S/);
  });

  it('is signed with the full legal name', () => {
    expect(asked('signature').label).toBe('Full Legal Name');
    expect(judged({ signature: '' })).toEqual({ signature: 'Full Legal Name is a required field' });
  });
});

describe('the additional information', () => {
  const key = 'additional_info_essay';

  it('takes the 7000 characters of the partner and no more', () => {
    expect(judged({ [key]: 'x'.repeat(7000) })).toEqual({});
    expect(judged({ [key]: 'x'.repeat(7001) })).toEqual({
      [key]: `${asked(key).fullLabel} must be at most 7000 characters`,
    });
  });

  it('is not needed', () => {
    expect(judged({ [key]: '', additional_info_doc: '' })).toEqual({});
  });
});
