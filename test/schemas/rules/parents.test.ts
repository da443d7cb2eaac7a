import { describe, expect, it } from 'vitest';
import { choice, judged, missing, values } from './application.ts';
import { phoneNumbers } from './phone-numbers.ts';

const PARENT = {
  no_parent_primary: '',
  parent_marital_status: choice('parent_marital_status'),
  parent_relationship: choice('parent_relationship'),
  parent_first_name: 'Grace',
  parent_last_name: 'Sample',
  parent_addr_same_as_stu_perm: true,
};
const SECOND = {
  parent_2_living: 'Y',
  parent_2_relationship: choice('parent_2_relationship'),
  parent_2_first_name: 'Alan',
  parent_2_last_name: 'Sample',
  parent_2_addr_same_as_stu_perm: true,
};
const NAMES = ['relationship', 'first_name', 'last_name'];

function missingOf(...keys: readonly string[]): Record<string, string> {
  return Object.fromEntries(keys.map((key) => [key, missing(key)]));
}

describe('the primary parent (specification 5, "Parents")', () => {
  it('is complete with relationship and name', () => {
    expect(judged(PARENT)).toEqual({});
  });

  it.each(NAMES.map((name) => `parent_${name}`))('needs %s', (key) => {
    expect(judged({ ...PARENT, [key]: '' })).toEqual(missingOf(key));
  });

  it('needs a marital status first', () => {
    const errors = judged({ ...PARENT, parent_marital_status: '' });
    expect(errors).toEqual({ parent_marital_status: missing('parent_marital_status') });
  });

  it('is asked when the box is not checked', () => {
    expect(Object.keys(judged({ no_parent_primary: false }))).toContain('parent_marital_status');
    expect(judged({ ...PARENT, no_parent_primary: false })).toEqual({});
  });

  it('is not asked when there is none, whatever was said before', () => {
    expect(judged({ parent_email_address: 'nonsense', parent_2_living: 'Y' })).toEqual({});
    const status = { parent_marital_status: choice('parent_marital_status') };
    expect(judged({ no_parent_primary: true, parent_2_living: 'Y', ...status })).toEqual({});
  });

  it.each([false, ''])('needs no address of their own (same as the student: %j)', (same) => {
    expect(judged({ ...PARENT, parent_addr_same_as_stu_perm: same })).toEqual({});
  });
});

describe('the second parent', () => {
  it.each(values('parent_marital_status'))('is needed when alive and the status is %s', (status) => {
    const changes = { ...PARENT, parent_marital_status: status, parent_2_living: 'Y' };
    expect(judged(changes)).toEqual(missingOf(...NAMES.map((name) => `parent_2_${name}`)));
  });

  it('is complete with relationship and name', () => {
    expect(judged({ ...PARENT, ...SECOND })).toEqual({});
  });

  it.each(NAMES.map((name) => `parent_2_${name}`))('needs %s', (key) => {
    expect(judged({ ...PARENT, ...SECOND, [key]: '' })).toEqual(missingOf(key));
  });

  it.each(['N', ''])('is not needed when living is %j', (living) => {
    expect(judged({ ...PARENT, parent_2_living: living })).toEqual({});
  });

  it('needs no day of death', () => {
    expect(judged({ ...PARENT, parent_2_living: 'N', parent_2_deceased_day: '' })).toEqual({});
  });
});

describe.each([
  ['parent_', 'Primary Parent/Guardian'],
  ['parent_2_', 'Parent/Guardian 2'],
])('the contact of %s', (prefix, name) => {
  const both = { ...PARENT, ...SECOND };
  const email = `${prefix}email_address`;
  const phone = `${prefix}phone`;
  const noMail = `${name} Email: Please provide a valid email address.`;
  const noPhone = `${name}: Please provide a valid home phone number.`;

  it.each([
    [email, '', undefined],
    [email, 'grace@example.org', undefined],
    [email, 'g.s+1@mail.example.org', undefined],
    [email, 'grace', noMail],
    [email, 'grace@example', noMail],
    [email, 'grace@@example.org', noMail],
    [email, 'grace @example.org', noMail],
    [email, '@example.org', noMail],
    [phone, '', undefined],
  ])('%s: %j', (key, value, sentence) => {
    expect(judged({ ...both, [key]: value })).toEqual(sentence === undefined ? {} : { [key]: sentence });
  });

  it.each(phoneNumbers)('a number with the code %j: %s', (code, number, isRight) => {
    const errors = judged({ ...both, [phone]: number, [`${prefix}intl_phone_code`]: code });
    expect(errors).toEqual(isRight ? {} : { [phone]: noPhone });
  });
});
