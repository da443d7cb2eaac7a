import { expect, it } from 'vitest';
import { fetchPartnerFile, loadPartnerFile } from '#client/api/partner-files.ts';
import { RequestError } from '#client/api/call.ts';
import { errorTexts } from '#generated/texts.ts';

it('a file that cannot be loaded is reported in a sentence for the student', async () => {
  const failing = { '/a.js': () => Promise.reject(new TypeError('Failed to fetch')) };
  await expect(loadPartnerFile(failing, '/a.js')).rejects.toEqual(
    new RequestError('unreachable', errorTexts.unreachable.text),
  );
});

it('a file that was not built is a fault of the installation, and says which there are', async () => {
  const built = { '/a.js': async () => 'a' };
  await expect(loadPartnerFile(built, '/b.js')).rejects.toThrow('/b.js was not built; built are: /a.js.');
});

/** A page whose server gives this answer; it counts the failures that were reported to it. */
function openPage(fetch: () => Promise<Response>) {
  const page = Object.assign(new EventTarget(), { fetch, failures: 0 });
  page.addEventListener('vite:preloadError', () => void (page.failures += 1));
  return page;
}

it('a file of data is what the server holds', async () => {
  const page = openPage(async () => Response.json({ pages: [] }));
  await expect(fetchPartnerFile(page, '/assets/form.json')).resolves.toEqual({ pages: [] });
  expect(page.failures).toBe(0);
});

it.each([
  ['is gone', async () => Response.json({}, { status: 404 }), 'returned 404'],
  ['is broken off', async () => new Response('{"pages": ['), 'JSON'],
  ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch')), 'Failed to fetch'],
])(
  'a file of data that %s is reported to the page, which looks for a newer build',
  async (_what, fetch, why) => {
    const page = openPage(fetch);
    await expect(fetchPartnerFile(page, '/assets/form.json')).rejects.toThrow(why);
    expect(page.failures).toBe(1);
  },
);
