import { expect, it } from 'vitest';
import { fetchPartnerFile, loadPartnerFile } from '#client/api/partner-files.ts';
import { RequestError } from '#client/api/call.ts';
import { errorTexts } from '#generated/texts.ts';

it('a file that cannot be loaded is reported to the student', async () => {
  const failing = { '/a.js': () => Promise.reject(new TypeError('Failed to fetch')) };
  await expect(loadPartnerFile(failing, '/a.js')).rejects.toEqual(
    new RequestError('unreachable', errorTexts.unreachable.text),
  );
});

it('a missing file is an installation error that lists the existing ones', async () => {
  const built = { '/a.js': async () => 'a' };
  await expect(loadPartnerFile(built, '/b.js')).rejects.toThrow('/b.js was not built; built are: /a.js.');
});

/** A page with this response; counts reported failures. */
function openPage(fetch: () => Promise<Response>) {
  const page = Object.assign(new EventTarget(), { fetch, failures: 0 });
  page.addEventListener('vite:preloadError', () => void (page.failures += 1));
  return page;
}

it('a data file is loaded from the server', async () => {
  const page = openPage(async () => Response.json({ pages: [] }));
  await expect(fetchPartnerFile(page, '/assets/form.json')).resolves.toEqual({ pages: [] });
  expect(page.failures).toBe(0);
});

it.each([
  ['is gone', async () => Response.json({}, { status: 404 }), 'returned 404'],
  ['is broken off', async () => new Response('{"pages": ['), 'JSON'],
  ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch')), 'Failed to fetch'],
])('a data file that %s makes the page look for a newer build', async (_what, fetch, why) => {
  const page = openPage(fetch);
  await expect(fetchPartnerFile(page, '/assets/form.json')).rejects.toThrow(why);
  expect(page.failures).toBe(1);
});
