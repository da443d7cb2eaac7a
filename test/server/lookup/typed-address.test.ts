import { beforeAll, describe, expect, test } from 'vitest';
import { readTypedAddress, splitStreet } from '#server/lookup/address/typed-address.ts';
import { loadZipCodes, type ZipCodes } from '#server/lookup/address/zip-codes.ts';

let codes: ZipCodes;
beforeAll(async () => {
  codes = await loadZipCodes();
});

describe('the bundled ZIP codes', () => {
  test.each([
    ['80202', 'Denver', 'CO'],
    ['00501', 'Holtsville', 'NY'],
    ['99950', 'Ketchikan', 'AK'],
    ['09001', 'APO', 'AE'],
  ])('know %s', (zip, city, state) => {
    expect(codes.find(zip)).toEqual({ city, state });
  });

  test.each(['00000', '8020', '802022', '-1', '', '8e3', 'abcde'])('do not know %j', (zip) => {
    expect(codes.find(zip)).toBeUndefined();
  });
});

describe('an address that ends with its ZIP code', () => {
  test.each([
    ['80202', '', '80202', 'Denver'],
    ['123 Main St, 80202', '123 Main St', '80202', 'Denver'],
    ['123 Main St 80202', '123 Main St', '80202', 'Denver'],
    ['123 Main St, Denver, CO 80202', '123 Main St', '80202', 'Denver'],
    ['123 Main St, denver, co, 80202', '123 Main St', '80202', 'Denver'],
    ['123 Main St Denver CO 80202-1234', '123 Main St', '80202-1234', 'Denver'],
    ['123 Main St, Denver, Colorado 80202, USA', '123 Main St', '80202', 'Denver'],
    ['123 Main St, Denver 80202', '123 Main St', '80202', 'Denver'],
    ['123 Denver 80202', '123 Denver', '80202', 'Denver'],
    ['Denver, CO 80202', '', '80202', 'Denver'],
    ['12345 Main St, 80202', '12345 Main St', '80202', 'Denver'],
  ])('%s', (text, street, zip, city) => {
    const typed = readTypedAddress(text);
    const place = codes.find(typed?.zip ?? '');
    expect(typed?.zipPlus).toBe(zip);
    expect(place && splitStreet(typed?.before ?? '', place)).toEqual({ street, city });
  });

  test.each(['12345 Main St', 'PO Box 80202', 'Apt 80202', '123 Main St', '802021', ''])(
    'is not %j',
    (text) => {
      expect(readTypedAddress(text)).toBeUndefined();
    },
  );
});
