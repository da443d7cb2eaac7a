import { expect, test } from 'vitest';
import { readStandardLists } from '#test/support/compiled-form.ts';
import { loadZipCodes } from '#server/lookup/address/zip-codes.ts';
import { createZipSource } from '#server/lookup/address/address-source.ts';

const { countries = [], 'us-states': states = [] } = readStandardLists();
const places = { countries, states: { USA: states }, isStateText: true };
const source = createZipSource(places, loadZipCodes);

test.each([
  ['80202', { city: 'Denver', state: 'CO', country: 'USA' }],
  ['10115-0001', { city: 'New York', state: 'NY', country: 'USA' }],
])("finds the place of the ZIP code %s, in the form's values", async (code, place) => {
  expect(await source.find(code)).toEqual(place);
});

test.each(['00000', '8020', '80202-', 'SW1A 1AA', ''])('%j is no ZIP code', async (code) => {
  expect(await source.find(code)).toBeUndefined();
});

test('a partial code is not searched', async () => {
  expect(await source.search({ query: '802', most: 5, client: '127.0.0.1' })).toEqual([]);
});
