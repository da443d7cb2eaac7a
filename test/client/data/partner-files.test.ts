import { expect, it } from 'vitest';
import { loadFile } from '#client/data/partner-files.ts';
import { RequestError, UNREACHABLE_MESSAGE } from '#client/data/request-error.ts';

it('a file that cannot be loaded is told in a sentence for the student', async () => {
  const failing = { '/a.js': () => Promise.reject(new TypeError('Failed to fetch')) };
  await expect(loadFile(failing, '/a.js')).rejects.toEqual(
    new RequestError('unreachable', UNREACHABLE_MESSAGE),
  );
});

it('a file that was not built is a fault of the installation, and says which there are', async () => {
  const built = { '/a.js': async () => 'a' };
  await expect(loadFile(built, '/b.js')).rejects.toThrow('/b.js was not built; built are: /a.js.');
});
