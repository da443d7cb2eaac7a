import { describe, expect, it } from 'vitest';
import { hardestPart } from '#compiler/prove/sentence-faults.ts';

describe('the reading grade of a text', () => {
  it('is that of its hardest sentence', () => {
    const easy = 'We keep your answers so that you can go on at home.';
    const hard = 'Your application was already submitted, so it cannot be changed anymore.';

    expect(hardestPart(easy)?.grade).toBeCloseTo(0.39 * 12 + 11.8 * (13 / 12) - 15.59);
    expect(hardestPart(`${easy} ${hard}`)).toEqual({ words: hard, grade: hardestPart(hard)?.grade });
  });

  it('is that of the whole text if its sentences are short', () => {
    const text = 'Colleges report ethnicity. Applications require documentation. Notification follows.';

    expect(hardestPart(text)?.words).toBe(text);
  });

  it('is undefined for labels and buttons', () => {
    expect(hardestPart('Application for Undergraduate Admission')).toBeUndefined();
  });

  it('counts numbers and abbreviations as short words', () => {
    expect(hardestPart('Call us at 3035550142 for help with a PDF.')?.grade).toBeLessThan(2);
  });
});
