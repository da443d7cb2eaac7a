import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AddressSettings } from '#server/settings/service-addresses.ts';
import type { Storage } from '#server/database/database.ts';
import {
  type AddressService,
  json,
  PHOTON_HOUSE,
  SMARTY_HOUSE,
  startAddressService,
} from '#test/server/lookup/address-service.ts';
import { createTestApp, type TestApp } from '#test/server/test-app.ts';
import { openEmbeddedInMemory } from '#test/server/test-storage.ts';
import { toyQuestionnaire } from '#test/server/toy-questionnaire.ts';
import { readStandardLists } from '#test/support/compiled-form.ts';
import { form, page, question } from '#test/form/build-definition.ts';
import { StudentClient } from './student-client.ts';

const KEY = { authId: 'the-id', authToken: 'the-token' };

const featuresOf = (...list: readonly object[]) =>
  json({
    type: 'FeatureCollection',
    features: list.map((properties) => ({ type: 'Feature', geometry: {}, properties })),
  });

const BERLIN = { city: 'Berlin', country: 'Germany', countrycode: 'DE' };

type Server = Awaited<ReturnType<typeof open>>;

let storage: Storage;
let service: AddressService;
let shipped: Server;
let photon: Server;
let smarty: Server;
const opened: TestApp[] = [];
beforeAll(async () => {
  storage = await openEmbeddedInMemory();
  service = await startAddressService();
  shipped = await open();
  photon = await open({ kind: 'photon', url: `${service.url}/api` });
  smarty = await open({ kind: 'smarty', url: `${service.url}/v2/lookup`, ...KEY });
});
beforeEach(() => {
  service.requests.length = 0;
  // Closes the circuit breaker.
  for (const { server } of [photon, smarty]) server.pass(60_000);
});
afterAll(async () => {
  for (const { app } of opened) await app.close();
  await service.close();
  await storage.close();
});

/** A server on the shared database with an address question. */
async function open(settings?: AddressSettings) {
  const toy = { partner: 'toy', cookiePrefix: 'toy', trustProxy: false } as const;
  const config = { ...toy, ...(settings && { address: settings }) };
  const questionnaire = { ...toyQuestionnaire(), definition: addressForm };
  const server = await createTestApp({ storage, config, questionnaire });
  opened.push(server);
  const visitor = new StudentClient(server.app);
  const find = (parameters: Readonly<Record<string, string>>) =>
    visitor.call('GET', `/lookup/find?category=address&${new URLSearchParams(parameters).toString()}`);
  const search = async (query: string, more: Readonly<Record<string, string>> = {}): Promise<Suggested[]> => {
    const { status, body } = await find({ query, ...more });
    expect(status).toBe(200);
    return Object.values(body).filter(isSuggested);
  };
  return { server, find, search };
}

type Suggested = { readonly id: string; readonly text: string; readonly sub_text: string };

function isSuggested(value: unknown): value is Suggested {
  return typeof value === 'object' && value !== null && 'sub_text' in value;
}

const withoutId = ({ text, sub_text }: Suggested): string => `${text} | ${sub_text}`;

describe('addresses without a service', () => {
  test('are completed by their final ZIP code; the street stays as typed', async () => {
    const { find, search } = shipped;
    const [item, ...others] = await search('123 main st, 80202');
    expect(others).toEqual([]);
    expect(item).toMatchObject({ text: '123 main st', sub_text: 'Denver, CO 80202, United States' });
    expect(await find({ id: item?.id ?? '' })).toMatchObject({
      status: 200,
      body: { address_line_1: '123 main st', city: 'Denver', state: 'CO', zip: '80202', country: 'USA' },
    });
    expect(await search('123 Main St')).toEqual([]);
    expect((await search('80202')).map(withoutId)).toEqual(['Denver, CO 80202, United States | ']);
  });

  test('omit the chosen country, and are empty for others', async () => {
    const { search } = shipped;
    const typed = 'Musterstraße 5, 10115';
    expect((await search(typed, { country: 'USA' })).map(withoutId)).toEqual([
      'Musterstraße 5 | New York, NY 10115',
    ]);
    for (const country of ['DEU', 'UK', 'FRA', 'nowhere'])
      expect(await search(typed, { country })).toEqual([]);
    expect(await search('123 Main St, 80202', { country: 'CAN' })).toEqual([]);
  });

  test.each([
    ['Musterstraße 5, 10115', []],
    ['Calle Mayor 5, 28013', []],
    ['12 rue de Rivoli, 75001', ['12 rue de Rivoli | Addison, TX 75001, United States']],
    ['PO Box 7, 80202', ['PO Box 7 | Denver, CO 80202, United States']],
    ['One Lincoln Plaza, CO 80202', ['One Lincoln Plaza | Denver, CO 80202, United States']],
    ['Lincoln Plaza, 80202 USA', ['Lincoln Plaza | Denver, CO 80202, United States']],
  ])('without a country are suggested only if plausible: %s', async (typed, suggested) => {
    expect((await shipped.search(typed)).map(withoutId)).toEqual(suggested);
  });

  test('an ID is valid on each server of a database; a forged one on none', async () => {
    const [one, other] = [shipped, await open()];
    const [item] = await one.search('1 Elm St, 10001');
    const id = item?.id ?? '';
    expect(await other.find({ id })).toMatchObject({ body: { city: 'New York', state: 'NY' } });
    const [payload = '', signature = ''] = id.split('.');
    const forged = Buffer.from(JSON.stringify(['<b>', '', '', '', '', ''])).toString('base64url');
    for (const made of [`${forged}.${signature}`, payload, `${payload}.`, `${id}A`, 'null', '.']) {
      expect(await other.find({ id: made })).toMatchObject({ status: 404 });
    }
  });
});

describe('addresses from Photon', () => {
  test("use the form's values for state and country", async () => {
    const { find, search } = photon;
    service.answer(featuresOf(PHOTON_HOUSE));
    const [item] = await search('200 east colf');
    expect(item).toMatchObject({
      text: '200 East Colfax Avenue',
      sub_text: 'Denver, CO 80203, United States',
    });
    const place = { city: 'Denver', state: 'CO', zip: '80203', country: 'USA' };
    const { body } = await find({ id: item?.id ?? '' });
    expect(body).toMatchObject({ ...place, address_line_1: '200 East Colfax Avenue' });
    const { searchParams, pathname } = service.requests[0]?.path ?? new URL('http://none');
    expect([pathname, searchParams.get('q'), searchParams.getAll('layer')]).toEqual([
      '/api',
      '200 east colf',
      ['house', 'street'],
    ]);
  });

  test.each([
    [
      { street: 'Rue Sherbrooke', housenumber: '9', city: 'Montréal', state: 'Québec', countrycode: 'CA' },
      { address_line_1: '9 Rue Sherbrooke', city: 'Montréal', state: 'QC', country: 'CAN', zip: '' },
    ],
    [
      { ...BERLIN, street: 'Invalidenstraße', housenumber: '43', state: 'Berlin', postcode: '10115' },
      { address_line_1: 'Invalidenstraße 43', city: 'Berlin', state: 'Berlin', country: 'DEU', zip: '10115' },
    ],
    [
      { type: 'street', name: 'Downing Street', city: 'London', countrycode: 'GB' },
      { address_line_1: '77 Downing Street', city: 'London', state: '', country: 'UK', zip: '' },
    ],
    [
      { street: 'Main Street', housenumber: '1', locality: 'Stanley', country: 'Nowhere', countrycode: 'XX' },
      { address_line_1: 'Main Street 1', city: 'Stanley', zip: '' },
    ],
  ])('%j are mapped to the form', async (properties, record) => {
    const { find, search } = photon;
    service.answer(featuresOf(properties));
    const [item] = await search('77 anything');
    expect((await find({ id: item?.id ?? '' })).body).toEqual(record);
  });

  test('are suggested once, the student’s state first', async () => {
    const { search } = photon;
    const elsewhere = { ...PHOTON_HOUSE, state: 'Ohio', city: 'Dayton', postcode: '45402' };
    service.answer(featuresOf(elsewhere, elsewhere, PHOTON_HOUSE));
    expect((await search('200 east', { near: 'CO' })).map(withoutId)).toEqual([
      '200 East Colfax Avenue | Denver, CO 80203, United States',
      '200 East Colfax Avenue | Dayton, OH 45402, United States',
    ]);
  });

  test('are no longer requested for a client who asks for too many', async () => {
    service.answer(featuresOf({ ...BERLIN, name: 'Main Street' }));
    const ask = async (number: number) => (await photon.search(`Main Street ${number}`)).length;
    for (let number = 0; number < 300; number += 1) await ask(number);
    expect([await ask(300), service.requests.length]).toEqual([0, 240]);
    const elsewhere = { remoteAddress: '192.0.2.7', url: '/lookup/find?category=address&query=Main+Street' };
    expect((await photon.server.app.inject(elsewhere)).json()).not.toEqual([]);
    photon.server.pass(120_000);
    expect(await ask(301)).toBe(1);
  });

  test('of the chosen country come first, without its name', async () => {
    const { search } = photon;
    service.answer(featuresOf(PHOTON_HOUSE, { ...BERLIN, street: 'Denverstraße' }));
    expect((await search('denverstr', { country: 'DEU', near: 'CO' })).map(withoutId)).toEqual([
      'Denverstraße | Berlin',
      '200 East Colfax Avenue | Denver, CO 80203, United States',
    ]);
  });
});

describe('addresses from Smarty', () => {
  test('are requested with the key in a header and the student’s state', async () => {
    const { server, find, search } = smarty;
    service.answer(json({ suggestions: [SMARTY_HOUSE, { ...SMARTY_HOUSE, secondary: 'Apt', entries: 12 }] }));
    const items = await search('200 e colfax', { near: 'CO', country: 'USA' });
    expect(items.map(withoutId)).toEqual([
      '200 E Colfax Ave Apt 4 | Denver, CO 80203',
      '200 E Colfax Ave | Denver, CO 80203',
    ]);
    expect((await find({ id: items[0]?.id ?? '' })).body).toMatchObject({
      address_line_1: '200 E Colfax Ave',
      address_line_2: 'Apt 4',
      country: 'USA',
    });
    expect((await find({ id: items[1]?.id ?? '' })).body).not.toHaveProperty('address_line_2');
    const { path, authorization = '' } = service.requests[0] ?? {};
    expect(path?.search).toBe('?search=200+e+colfax&max_results=6&prefer_states=CO');
    expect(Buffer.from(authorization.replace('Basic ', ''), 'base64').toString()).toBe('the-id:the-token');
    expect(server.logged.join('')).not.toMatch(/the-token|colfax/);
  });

  test('are not requested for other countries', async () => {
    expect(await smarty.search('5 Musterstr', { country: 'DEU' })).toEqual([]);
    expect(service.requests).toEqual([]);
  });
});

describe('an address service that fails', () => {
  test.each<[string, Parameters<AddressService['answer']>[0]]>([
    ['refuses the key', (response) => response.writeHead(401).end('who?')],
    ['is broken', (response) => response.writeHead(500).end('<html>')],
    ['redirects', (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['sends no JSON', (response) => response.end('<html>')],
    ['sends JSON of another shape', (response) => response.end('[{"suggestions":null}]')],
    ['hangs up', (response) => response.destroy()],
    ['sends without end', (response) => response.end('x'.repeat(600_000))],
  ])('returns an empty list if it %s', async (_what, how) => {
    const { server, search } = smarty;
    service.answer(how);
    expect(await search('200 e colfax')).toEqual([]);
    expect(server.logged.join('')).not.toMatch(/the-token|colfax/);
  });

  test('a text that it rejects is not a failure', async () => {
    const { search } = photon;
    service.answer((response) => response.writeHead(400).end());
    for (let key = 0; key < 4; key += 1) await search('((((');
    expect(service.requests).toHaveLength(4);
  });
});

const address = ['country', 'state', 'address_line_1', 'city', 'zip'];

/** Asks for an address of any country: its state is one of a list in two of them. */
const addressForm = form(
  [
    page(
      address.map((key) =>
        question(key, {
          ...(key === 'country' && { options: 'countries' }),
          ...(key === 'state' && {
            dependsOn: {
              valueKey: 'country',
              lists: { USA: 'us-states', CAN: 'canadian-provinces' },
              otherwise: 'text',
            },
          }),
          ...(key === 'address_line_1' && {
            widget: 'addressLookup',
            lookup: { category: 'address', fills: Object.fromEntries(address.map((each) => [each, each])) },
          }),
        }),
      ),
    ),
  ],
  { options: readStandardLists() },
);
