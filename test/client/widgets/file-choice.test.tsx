import { act, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { renderWidget } from './render-widget.tsx';
import { widgetDocuments } from './widget-documents.ts';

const TOO_LARGE = 'Your file is too large. The maximum file size is 1 MB.';
const WRONG_TYPE = 'You can only enter the following file types: .png, .jpeg, .jpg, .pdf, .docx';
const ONLY_TEXTS = 'You can only enter the following file types: .pdf, .docx';
const EMPTY = 'Your file is empty. Please upload a non-empty file.';
const LONG_NAME = 'Your file name is too long. Please use 32 characters or fewer.';
const SEVERAL = 'You can attach only one file. Please choose the one you want.';

const fileOf = (name: string, size = 10, type = ''): File => new File(['x'.repeat(size)], name, { type });
const box = () => screen.getByRole('group', { name: 'Question' });
const status = () => screen.getByRole('status');
const reasonsShown = () => [...status().children].map((child) => child.textContent);
const dropped = (...files: File[]) => ({ dataTransfer: { types: ['Files'], files } });

function renderFile(ui: Readonly<Record<string, unknown>> = {}) {
  const given = widgetDocuments();
  renderWidget('file', { ui }, { documents: given.documents });
  // Drops and phones ignore the chooser's filter.
  const user = userEvent.setup({ applyAccept: false });
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error('There is nothing to choose a file with.');
  return { ...given, user, choose: (file: File) => user.upload(input, file) };
}

describe('a chosen file', () => {
  it.each(['card.png', 'card.JPEG', 'card.jpg', 'card.pdf', 'essay.final.DOCX', 'a'.repeat(28) + '.pdf'])(
    'is sent if named %s',
    async (name) => {
      const { choose, calls } = renderFile();
      await choose(fileOf(name));
      expect(calls).toEqual([`attach ${name} to q`]);
    },
  );

  it('can have 1,048,576 bytes', async () => {
    const { choose, calls } = renderFile();
    await choose(fileOf('card.pdf', 1_048_576));
    expect(calls).toEqual(['attach card.pdf to q']);
  });

  it.each([
    ['one byte more', fileOf('card.pdf', 1_048_577), [TOO_LARGE]],
    ['nothing in it', fileOf('card.pdf', 0), [EMPTY]],
    ['another type', fileOf('card.gif'), [WRONG_TYPE]],
    ['no type at all', fileOf('card'), [WRONG_TYPE]],
    ['an extension before its name', fileOf('.pdf.exe'), [WRONG_TYPE]],
    ['a name of 33 characters', fileOf('a'.repeat(29) + '.pdf'), [LONG_NAME]],
    ['three faults', fileOf('a'.repeat(40) + '.gif', 1_048_577), [TOO_LARGE, WRONG_TYPE, LONG_NAME]],
  ])('with %s is not sent, and the reasons are shown', async (_, file, reasons) => {
    const { choose, calls } = renderFile();
    await choose(file);
    expect(reasonsShown()).toEqual(reasons);
    expect(calls).toEqual([]);
  });

  it.each([
    ['in the format of iPhones', fileOf('IMG_1.HEIC', 10, 'image/heic')],
    ['in that format, renamed', fileOf('IMG_1.jpg', 10, 'image/heif')],
    ['of more than 1 MB', fileOf('IMG_1.jpg', 1_048_577)],
    ['of more than 1 MB with a long name', fileOf('a'.repeat(40) + '.png', 1_048_577)],
  ])('as a photo %s is accepted, to be shrunk', async (_, photo) => {
    const { choose, calls } = renderFile();
    await choose(photo);
    expect(calls).toEqual([`attach ${photo.name} to q`]);
  });

  it.each([
    ['of a kind that is not listed', fileOf('card.png'), ONLY_TEXTS],
    ['that is a photo', fileOf('IMG_1.heic'), ONLY_TEXTS],
    ['that is too large', fileOf('a.pdf', 512_001), TOO_LARGE.replace('1 MB', '500 KB')],
    ['of exactly the limit', fileOf('a.pdf', 512_000), 'Sending a.pdf…'],
  ])('%s is held to the rules of its question', async (_, file, said) => {
    const { choose } = renderFile({ accept: ['pdf', 'docx'], maxKilobytes: 500, help: 'Your essay.' });
    expect(box().textContent).toContain('One file, up to 500 KB: .pdf or .docx.');
    expect(box().textContent).not.toMatch(/[Pp]hoto/);
    await choose(file);
    expect(status().textContent).toBe(said);
  });

  it('that is a photo becomes a JPEG where only those are accepted, one at a time', async () => {
    const { choose, calls, user } = renderFile({ accept: ['jpeg'] });
    fireEvent.drop(box(), dropped(fileOf('one.jpg'), fileOf('two.jpg')));
    expect(reasonsShown()).toEqual([SEVERAL]);
    await choose(fileOf('card.png'));
    expect(calls).toEqual(['attach card.png to q']);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(document.querySelector('input[capture]')).not.toBeNull();
  });

  it('can be chosen again after a refusal', async () => {
    const { choose } = renderFile();
    await choose(fileOf('card.gif'));
    await choose(fileOf('card.pdf'));
    expect(status().textContent).toBe('Sending card.pdf…');
  });

  it('with a long name can be attached under a shorter one', async () => {
    const { choose, calls, user } = renderFile();
    await choose(fileOf('Screenshot 2026-11-21 at 15.54.33.png'));
    await user.click(screen.getByRole('button', { name: 'Attach it as “Screenshot 2026-11-21 at 15.png”' }));
    expect(calls).toEqual(['attach Screenshot 2026-11-21 at 15.png to q']);
    expect(document.activeElement?.id).toBe('q');
  });

  it('is offered no shorter name if it has other errors', async () => {
    const { choose } = renderFile();
    await choose(fileOf('a'.repeat(40) + '.pdf', 0));
    expect(screen.queryByRole('button', { name: /Attach it as/ })).toBeNull();
  });
});

describe('several photos', () => {
  const photos = ['one.jpg', 'two.png', 'three.jpg'].map((name) => fileOf(name));

  async function choosePhotos(files: readonly File[] = photos) {
    const { user, ...given } = renderFile();
    const [input] = document.querySelectorAll<HTMLInputElement>('input[type="file"]');
    if (!input) throw new Error('There is nothing to choose a file with.');
    await user.upload(input, [...files]);
    const dialog = within(await screen.findByRole('dialog', { name: 'Your photos' }));
    return {
      ...given,
      user,
      dialog,
      press: (name: string) => user.click(dialog.getByRole('button', { name })),
    };
  }

  it('become one document, in their order and rotation', async () => {
    const { press, calls, dialog } = await choosePhotos();
    await press('Move page 3 up');
    await press('Rotate page 2');
    expect(dialog.getByText('3 photos become one document, in this order.')).toBeTruthy();
    await press('Remove page 1');
    await press('Attach');
    expect(calls).toEqual(['attach three.jpg turned 1, two.png turned 0 to q']);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement?.id).toBe('q');
  });

  it('are announced with their new places', async () => {
    const { press, dialog } = await choosePhotos();
    await press('Move page 1 down');
    expect(dialog.getByRole('status').textContent).toBe('Page 1 is now page 2.');
    await press('Move page 3 down');
    await press('Move page 1 up');
    expect(dialog.getByRole('status').textContent).toBe('Page 1 is now page 2.');
  });

  it('can be added later, without losing other files', async () => {
    const { dialog, user, press, calls } = await choosePhotos(photos.slice(0, 2));
    const inputs = document.querySelectorAll<HTMLInputElement>('[role="dialog"] input[type="file"]');
    if (inputs[0]) await user.upload(inputs[0], [fileOf('more.jpg'), fileOf('essay.pdf')]);
    expect(dialog.getByRole('status').textContent).toBe(
      'Only photos can be pages here. Other files were left out.',
    );
    await press('Attach');
    expect(calls).toEqual(['attach one.jpg turned 0, two.png turned 0, more.jpg turned 0 to q']);
  });

  it('are skipped and named if unreadable on this device', async () => {
    const { dialog } = await choosePhotos([fileOf('one.jpg'), fileOf('IMG_1.heic')]);
    await vi.waitFor(() => expect(dialog.getByRole('status').textContent).toBe('IMG_1.heic cannot be read.'));
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
  });

  it('are not sent if the dialog is canceled', async () => {
    const { press, calls } = await choosePhotos();
    await press('Cancel');
    expect(calls).toEqual([]);
  });

  it('can be one that was just taken', async () => {
    const { user, calls } = renderFile();
    const camera = document.querySelector<HTMLInputElement>('input[capture="environment"]');
    if (!camera) throw new Error('There is no camera.');
    await user.upload(camera, fileOf('image.jpg'));
    await user.click(await screen.findByRole('button', { name: 'Attach' }));
    expect(calls).toEqual(['attach image.jpg turned 0 to q']);
  });
});

describe('dropped files', () => {
  it('on the question are checked and sent', () => {
    const { calls } = renderFile();
    fireEvent.dragOver(box(), dropped(fileOf('card.pdf')));
    fireEvent.drop(box(), dropped(fileOf('card.pdf')));
    expect(calls).toEqual(['attach card.pdf to q']);
  });

  it('during an upload are ignored', () => {
    const { calls, show } = renderFile();
    act(() => show({ phase: 'converting', file: { name: 'card.pdf', size: 10 } }));
    fireEvent.drop(box(), dropped(fileOf('other.pdf')));
    expect(calls).toEqual([]);
  });

  it('that are text are left to the browser', () => {
    renderFile();
    expect(fireEvent.drop(box(), { dataTransfer: { types: ['text/plain'], files: [] } })).toBe(true);
  });
});
