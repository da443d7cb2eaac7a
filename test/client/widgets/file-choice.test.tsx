import { act, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { drawWidget } from './draw-widget.tsx';
import { widgetDocuments } from './widget-documents.ts';

const TOO_LARGE = 'Your file is too large. The maximum file size is 1 MB.';
const WRONG_TYPE = 'You can only enter the following file types: .png, .jpeg, .jpg, .pdf, .docx';
const EMPTY = 'Your file is empty. Please upload a non-empty file.';
const LONG_NAME = 'Your file name is too long. The maximum length is 32 characters, including the extension.';
const SEVERAL = 'You can only attach one file. Please choose the one you want.';
const HEIC =
  'This photo is in the HEIC format. Please save it as a .jpeg first, or attach a screenshot of it.';

const fileOf = (name: string, size = 10, type = ''): File => new File(['x'.repeat(size)], name, { type });
const box = () => screen.getByRole('group', { name: 'Question' });
const status = () => screen.getByRole('status');
const said = () => [...status().children].map((child) => child.textContent);
const dropped = (...files: File[]) => ({ dataTransfer: { types: ['Files'], files } });

function drawFile() {
  const given = widgetDocuments();
  drawWidget('file', {}, { documents: given.documents });
  // What a drop or a phone brings is not held to what the chooser offers.
  const user = userEvent.setup({ applyAccept: false });
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error('There is nothing to choose a file with.');
  return { ...given, user, choose: (file: File) => user.upload(input, file) };
}

describe('a file that is chosen', () => {
  it.each(['card.png', 'card.JPEG', 'card.jpg', 'card.pdf', 'essay.final.DOCX', 'a'.repeat(28) + '.pdf'])(
    'is sent when it is %s',
    async (name) => {
      const { choose, asked } = drawFile();
      await choose(fileOf(name));
      expect(asked).toEqual([`attach ${name} to q`]);
    },
  );

  it('may have 1,048,576 bytes', async () => {
    const { choose, asked } = drawFile();
    await choose(fileOf('card.pdf', 1_048_576));
    expect(asked).toEqual(['attach card.pdf to q']);
  });

  it.each([
    ['one byte more', fileOf('card.pdf', 1_048_577), [TOO_LARGE]],
    ['nothing in it', fileOf('card.pdf', 0), [EMPTY]],
    ['another type', fileOf('card.gif'), [WRONG_TYPE]],
    ['no type at all', fileOf('card'), [WRONG_TYPE]],
    ['a type in front of its name', fileOf('.pdf.exe'), [WRONG_TYPE]],
    ['a name of 33 characters', fileOf('a'.repeat(29) + '.pdf'), [LONG_NAME]],
    ['the format of iPhones', fileOf('IMG_1.HEIC', 10, 'image/heic'), [WRONG_TYPE, HEIC]],
    ['that format by another name', fileOf('IMG_1.jpg', 10, 'image/heif'), [WRONG_TYPE, HEIC]],
    ['three faults', fileOf('a'.repeat(40) + '.gif', 1_048_577), [TOO_LARGE, WRONG_TYPE, LONG_NAME]],
  ])('with %s is not sent, and the reasons are shown', async (_, file, reasons) => {
    const { choose, asked } = drawFile();
    await choose(file);
    expect(said()).toEqual(reasons);
    expect(asked).toEqual([]);
  });

  it('may be chosen once more after a refusal, which is forgotten then', async () => {
    const { choose } = drawFile();
    await choose(fileOf('card.gif'));
    await choose(fileOf('card.pdf'));
    expect(status().textContent).toBe('Sending card.pdf…');
  });

  it('with a name that is too long can be attached under a shorter one', async () => {
    const { choose, asked, user } = drawFile();
    await choose(fileOf('Screenshot 2026-11-21 at 15.54.33.png'));
    await user.click(screen.getByRole('button', { name: 'Attach it as “Screenshot 2026-11-21 at 15.png”' }));
    expect(asked).toEqual(['attach Screenshot 2026-11-21 at 15.png to q']);
    expect(document.activeElement?.id).toBe('q');
  });

  it('is offered no shorter name when more is wrong with it', async () => {
    const { choose } = drawFile();
    await choose(fileOf('a'.repeat(40) + '.pdf', 0));
    expect(screen.queryByRole('button', { name: /Attach it as/ })).toBeNull();
  });
});

describe('files that are dropped', () => {
  it('on the question are checked and sent', () => {
    const { asked } = drawFile();
    fireEvent.dragOver(box(), dropped(fileOf('card.pdf')));
    fireEvent.drop(box(), dropped(fileOf('card.pdf')));
    expect(asked).toEqual(['attach card.pdf to q']);
  });

  it('on the question may be one only', () => {
    const { asked } = drawFile();
    fireEvent.drop(box(), dropped(fileOf('card.pdf'), fileOf('back.pdf')));
    expect(said()).toEqual([SEVERAL]);
    expect(asked).toEqual([]);
  });

  it('while another is being sent are not taken', () => {
    const { asked, show } = drawFile();
    act(() => show({ phase: 'converting', file: { name: 'card.pdf', size: 10 } }));
    fireEvent.drop(box(), dropped(fileOf('other.pdf')));
    expect(asked).toEqual([]);
  });

  it('may be text, which is left to the browser', () => {
    drawFile();
    expect(fireEvent.drop(box(), { dataTransfer: { types: ['text/plain'], files: [] } })).toBe(true);
  });
});
