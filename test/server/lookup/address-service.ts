import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A house in Denver in each service's response. */
export const PHOTON_HOUSE = {
  osm_key: 'building',
  housenumber: '200',
  street: 'East Colfax Avenue',
  city: 'Denver',
  state: 'Colorado',
  postcode: '80203',
  country: 'United States',
  countrycode: 'US',
};
export const SMARTY_HOUSE = {
  smarty_key: '1',
  street_line: '200 E Colfax Ave',
  secondary: 'Apt 4',
  city: 'Denver',
  state: 'CO',
  zipcode: '80203',
  entries: 0,
};

/** A fake address service. */
export type AddressService = {
  readonly url: string;
  /** Its requests, oldest first: URL and key header. */
  readonly requests: { readonly path: URL; readonly authorization: string | undefined }[];
  /** Sets its response. */
  answer(how: (response: ServerResponse) => void): void;
  close(): Promise<void>;
};

export const json = (body: unknown) => (response: ServerResponse) =>
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body));

export async function startAddressService(): Promise<AddressService> {
  const requests: AddressService['requests'] = [];
  let respond: (response: ServerResponse) => unknown = json({});
  const server = createServer((request: IncomingMessage, response) => {
    requests.push({
      path: new URL(request.url ?? '/', 'http://localhost'),
      authorization: request.headers.authorization,
    });
    respond(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  const port = typeof bound === 'object' ? bound?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answer(how) {
      respond = how;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
