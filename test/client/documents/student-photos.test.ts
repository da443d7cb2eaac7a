import { describe, expect, it } from 'vitest';
import { photoErrorText } from '#client/documents/photos/photo-tools.ts';
import { PhotoError } from '#client/widgets/file/photos/photos.ts';
import { createFakeServer } from '../screens/fake-server.ts';
import { openStudentDocuments as open, settled } from './open-student-documents.ts';

const old = { file_name: 'old.pdf', file_size: 9, status: { status: 'COMPLETED', pages: 2 } } as const;
/** A photo of a phone, and its sendable size. */
const photo = new File(['x'.repeat(1_048_577)], 'IMG_1.jpg');
const small = new File(['small'], 'IMG_1.jpg');

describe('a photo of more than 1 MB', () => {
  it('is shrunk before it is sent', async () => {
    const { promise, resolve } = Promise.withResolvers<File>();
    const { attach, documents, server, view } = await open(createFakeServer(), () => promise);
    await attach(photo);
    expect(view()).toEqual({ phase: 'preparing', file: { name: 'IMG_1.jpg', size: 1_048_577 } });
    expect(documents.unsent()).toEqual(['card']);
    expect(server.calls()).toHaveLength(1);
    resolve(small);
    await settled();
    expect(view()).toEqual({ phase: 'converting', file: { name: 'IMG_1.jpg', size: 5 } });
    const sent = server.documents.uploads[0]?.form.get('file');
    expect(sent instanceof File && sent.size).toBe(5);
  });

  it('is not sent if canceled meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<File>();
    const { attach, documents, server, view } = await open(createFakeServer(), () => promise);
    await attach(photo);
    await documents.cancel('card');
    resolve(small);
    await settled();
    expect(view()).toEqual({ phase: 'none' });
    expect(server.calls()).toHaveLength(1);
  });

  it.each([
    ['cannot be shrunk', new PhotoError('This photo cannot be opened.'), 'This photo cannot be opened.'],
    [
      'breaks the tools',
      new Error('The worker broke down.'),
      "We couldn't prepare your photo. Please try again.",
    ],
  ])('that %s keeps the old document, and reports why', async (_, error, problem) => {
    const server = createFakeServer();
    server.documents.put('card', old);
    const { documents, view } = await open(server, () => Promise.reject(error));
    documents.attachPages('card', [{ photo, turns: 1 }]);
    await settled();
    expect(view()).toMatchObject({ phase: 'attached', problem });
    expect(documents.unsent()).toEqual([]);
  });
});

describe('the message for a photo that fails', () => {
  it.each([
    ['unreadable on this device', { code: 'unreadable', name: 'a.jpg' }, /^“a.jpg” can't be opened/],
    ['in the format of iPhones', { code: 'unreadable', name: 'a.HEIC' }, /^You can only enter .*HEIC format/],
    ['among too many', { code: 'tooMany' }, /^These photos don't fit/],
  ] as const)('%s explains what to do', (_, fault, sentence) => {
    expect(photoErrorText(fault)).toMatch(sentence);
  });
});
