import { act, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { DocumentView } from '#client/widgets/file/document-view.ts';
import { fileSizeText } from '#client/widgets/file/DocumentFile.tsx';
import { renderWidget } from './render-widget.tsx';
import { widgetDocuments } from './widget-documents.ts';

const file = { name: 'card.pdf', size: 340_400 };
const attached: DocumentView = { phase: 'attached', file, pages: 3, thumbnail: btoa('a picture') };

const box = () => screen.getByRole('group', { name: 'Question' });
const button = (name: string) => screen.getByRole('button', { name });
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent);
const status = () => screen.getByRole('status').textContent;

function renderFile(view: DocumentView, given = {}) {
  const documents = widgetDocuments(view);
  const rendered = renderWidget('file', {}, { documents: documents.documents, ...given });
  return { ...rendered, ...documents, show: (next: DocumentView) => act(() => documents.show(next)) };
}

describe('a question for a document', () => {
  it('requires an account', () => {
    renderWidget('file', {});
    expect(box().textContent).toBe('This question can be finished once you have created an account.');
  });

  it('without an account can be focused by a link, and not by the Tab key', () => {
    renderWidget('file', {});
    box().focus();
    expect(document.activeElement).toBe(box());
    expect([box().id, box().tabIndex]).toEqual(['q', -1]);
  });

  it('without a document has buttons for a file and the camera', () => {
    renderFile({ phase: 'none' }, { required: true });
    expect(buttons()).toEqual(['Choose file', 'Take a photo', 'Elsewhere']);
    const described = button('Choose file').getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(described.map((id) => document.getElementById(id)?.textContent?.trim())).toEqual([
      "Required. One file, up to 1 MB: .png, .jpeg, .jpg, .pdf, or .docx. Photos can be larger. We'll make them smaller.",
      '',
    ]);
    expect(button('Choose file').id).toBe('q');
  });

  it('shows the progress of the upload', () => {
    const { show } = renderFile({ phase: 'sending', file, share: 0.25 });
    const progress = screen.getByRole('progressbar', { name: 'Sending card.pdf' });
    expect(progress.getAttribute('value')).toBe('0.25');
    expect(status()).toBe('Sending card.pdf…');
    show({ phase: 'sending', file, share: 0.999 });
    expect(within(box()).getByText('99%')).toBeTruthy();
    expect(status()).toBe('Sending card.pdf…');
  });

  it('shows that the file is being converted', () => {
    renderFile({ phase: 'converting', file });
    expect(status()).toContain("We've received your file");
    expect(button('Replace file').getAttribute('aria-disabled')).toBe('true');
    expect(buttons()).not.toContain('Delete file');
  });

  it('shows name, size, pages and a preview that can be opened', async () => {
    const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:one');
    const revoked = vi.spyOn(URL, 'revokeObjectURL');
    const { show, user } = renderFile(attached);
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
    renderFile({ phase: 'attached', file, pages: 1 });
    expect(within(box()).getByText('1 page')).toBeTruthy();
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('shows a problem next to the document', () => {
    renderFile({ ...attached, problem: 'Please wait.' });
    expect(status()).toBe('Please wait.');
    expect(buttons()).toContain('Delete file');
  });

  it('can retry or cancel a lost upload', async () => {
    const { user, calls } = renderFile({ phase: 'unsent', file, problem: 'We cannot reach the server.' });
    expect(status()).toBe('We cannot reach the server.');
    await user.click(button('Try again'));
    await user.click(button('Cancel'));
    expect(calls).toEqual(['retry q', 'cancel q']);
    expect(document.activeElement).toBe(button('Choose file'));
  });
});

describe('deleting a document', () => {
  it('is asked for by the name of the file', async () => {
    const { user, calls } = renderFile(attached);
    await user.click(button('Delete file'));
    const dialog = await screen.findByRole('dialog', { name: 'Delete “card.pdf”?' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(calls).toEqual([]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is announced, and focuses the button for a file', async () => {
    const { user, calls } = renderFile(attached);
    await user.click(button('Delete file'));
    await user.click(await screen.findByRole('button', { name: 'Delete file' }));
    expect(calls).toEqual(['remove q']);
    expect(status()).toBe('The file was deleted.');
    expect(document.activeElement).toBe(button('Choose file'));
  });

  it('keeps it after an error', async () => {
    const { user, failRemoval } = renderFile(attached);
    failRemoval();
    await user.click(button('Delete file'));
    await user.click(await screen.findByRole('button', { name: 'Delete file' }));
    expect(box().textContent).toContain('card.pdf');
    expect(status()).toBe('Your file is attached.');
  });
});

describe('the size of a file', () => {
  it.each([
    [999, '999B'],
    [1_000, '1kB'],
    [999_499, '999kB'],
    [999_500, '1MB'],
    [1_048_576, '1MB'],
  ])('of %i bytes is shown as %s', (bytes, shown) => {
    expect(fileSizeText(bytes)).toBe(shown);
  });
});
