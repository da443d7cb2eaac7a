import { act, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { DocumentView } from '#client/widgets/file/document-view.ts';
import { fileSizeText } from '#client/widgets/file/DocumentFile.tsx';
import { drawWidget } from './draw-widget.tsx';
import { widgetDocuments } from './widget-documents.ts';

const file = { name: 'card.pdf', size: 340_400 };
const attached: DocumentView = { phase: 'attached', file, pages: 3, thumbnail: btoa('a picture') };

const box = () => screen.getByRole('group', { name: 'Question' });
const button = (name: string) => screen.getByRole('button', { name });
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent);
const status = () => screen.getByRole('status').textContent;

function drawFile(view: DocumentView, given = {}) {
  const documents = widgetDocuments(view);
  const drawn = drawWidget('file', {}, { documents: documents.documents, ...given });
  return { ...drawn, ...documents, show: (next: DocumentView) => act(() => documents.show(next)) };
}

describe('a question for a document', () => {
  it('can be finished only with an account', () => {
    drawWidget('file', {});
    expect(box().textContent).toBe('This question can be finished once you have created an account.');
  });

  it('without an account can be focused by a link, and not by the Tab key', () => {
    drawWidget('file', {});
    box().focus();
    expect(document.activeElement).toBe(box());
    expect([box().id, box().tabIndex]).toEqual(['q', -1]);
  });

  it('without a document has a button with its key as id, which says what is taken, and one for the camera', () => {
    drawFile({ phase: 'none' }, { required: true });
    expect(buttons()).toEqual(['Choose file', 'Take a photo', 'Elsewhere']);
    const described = button('Choose file').getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(described.map((id) => document.getElementById(id)?.textContent?.trim())).toEqual([
      'Required. One file of at most 1 MB: .png, .jpeg, .jpg, .pdf or .docx. Photos may be larger: we make them small.',
      '',
    ]);
    expect(button('Choose file').id).toBe('q');
  });

  it('shows how much of the file has left', () => {
    const { show } = drawFile({ phase: 'sending', file, share: 0.25 });
    const progress = screen.getByRole('progressbar', { name: 'Sending card.pdf' });
    expect(progress.getAttribute('value')).toBe('0.25');
    expect(status()).toBe('Sending card.pdf…');
    show({ phase: 'sending', file, share: 0.999 });
    expect(within(box()).getByText('99%')).toBeTruthy();
    expect(status()).toBe('Sending card.pdf…');
  });

  it('says that the file has arrived and is being converted', () => {
    drawFile({ phase: 'converting', file });
    expect(status()).toContain('Your file was uploaded.');
    expect(button('Replace file').getAttribute('aria-disabled')).toBe('true');
    expect(buttons()).not.toContain('Delete file');
  });

  it('shows name, size, pages and what a reviewer will see, larger and as a file where it is wanted', async () => {
    const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:one');
    const revoked = vi.spyOn(URL, 'revokeObjectURL');
    const { show, user } = drawFile(attached);
    expect(box().textContent).toContain('card.pdf 340kB');
    expect(within(box()).getByText('3 pages')).toBeTruthy();
    expect(within(box()).getByText('This is what a reviewer will see')).toBeTruthy();
    const picture = screen.getByRole('img', { name: 'The first page of card.pdf' });
    expect(picture.getAttribute('src')).toBe('blob:one');
    expect(made).toHaveBeenCalledOnce();
    await user.click(button('The first page of card.pdf Open larger'));
    const dialog = within(await screen.findByRole('dialog', { name: 'The first page of card.pdf' }));
    expect(dialog.getByRole('img').getAttribute('src')).toBe('blob:one');
    const link = dialog.getByRole('link', { name: 'Download full size (PDF)' });
    expect(link.getAttribute('href')).toBe('/api/pdf/document-answer/q/file');
    show({ phase: 'none' });
    expect(revoked).toHaveBeenCalledWith('blob:one');
  });

  it('shows a document of one page without a picture', () => {
    drawFile({ phase: 'attached', file, pages: 1 });
    expect(within(box()).getByText('1 page')).toBeTruthy();
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('with a problem says it beside the document, which stays', () => {
    drawFile({ ...attached, problem: 'Please wait.' });
    expect(status()).toBe('Please wait.');
    expect(buttons()).toContain('Delete file');
  });

  it('can send once more what was lost on the way, or give it up', async () => {
    const { user, asked } = drawFile({ phase: 'unsent', file, problem: 'We cannot reach the server.' });
    expect(status()).toBe('We cannot reach the server.');
    await user.click(button('Try again'));
    await user.click(button('Cancel'));
    expect(asked).toEqual(['retry q', 'cancel q']);
    expect(document.activeElement).toBe(button('Choose file'));
  });

  it('that can only be read shows the document, which opens, and nothing to change it', () => {
    drawFile(attached, { readOnly: true });
    expect(box().textContent).toContain('card.pdf');
    expect(buttons()).toEqual(['Open larger', 'Elsewhere']);
  });
});

describe('deleting a document', () => {
  it('is asked for by the name of the file', async () => {
    const { user, asked } = drawFile(attached);
    await user.click(button('Delete file'));
    const dialog = await screen.findByRole('dialog', { name: 'Delete “card.pdf”?' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(asked).toEqual([]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is announced, and the focus goes to the button that chooses a file', async () => {
    const { user, asked } = drawFile(attached);
    await user.click(button('Delete file'));
    await user.click(await screen.findByRole('button', { name: 'Delete file' }));
    expect(asked).toEqual(['remove q']);
    expect(status()).toBe('The file was deleted.');
    expect(document.activeElement).toBe(button('Choose file'));
  });

  it('that did not work leaves it as it is', async () => {
    const { user, failRemoval } = drawFile(attached);
    failRemoval();
    await user.click(button('Delete file'));
    await user.click(await screen.findByRole('button', { name: 'Delete file' }));
    expect(box().textContent).toContain('card.pdf');
    expect(status()).toBe('Your file is attached.');
  });
});

describe('the size of a file', () => {
  it.each([
    [0, '0B'],
    [999, '999B'],
    [1_000, '1kB'],
    [340_400, '340kB'],
    [999_499, '999kB'],
    [999_500, '1MB'],
    [1_048_576, '1MB'],
    [1_600_000, '2MB'],
  ])('of %i bytes is shown as %s', (bytes, shown) => {
    expect(fileSizeText(bytes)).toBe(shown);
  });
});
