import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { question } from '#test/form/build-definition.ts';
import { drawWidget } from './draw-widget.tsx';

const HINT = 'Enter your school information below.';

const school = () => screen.getByRole('textbox', { name: 'Question' });
const ceeb = (value?: string) => ({
  question: question('ceeb', { partOf: 'q' }),
  value,
  options: [],
});

describe('a school', () => {
  it('that is typed asks for its information, and says so', async () => {
    const { user } = drawWidget('school', {}, { parts: [ceeb()] });
    expect(screen.getByRole('status').textContent).toBe('');
    await user.type(school(), 'Lincoln High');
    expect(screen.getByRole('status').textContent).toBe(HINT);
    expect(school().getAttribute('aria-describedby')).toBe('q-hint');
  });

  it('that was typed keeps its hint', () => {
    drawWidget('school', {}, { value: 'Lincoln High', parts: [ceeb()] });
    expect(screen.getByText(HINT)).toBeTruthy();
  });

  it('that was chosen has a code and no hint', () => {
    drawWidget('school', {}, { value: 'Lincoln High', parts: [ceeb('060001')] });
    expect(screen.queryByText(HINT)).toBeNull();
  });

  it('with another name has no code any more', async () => {
    const { reported, partsReported, user } = drawWidget(
      'school',
      {},
      { value: 'Lincoln High', parts: [ceeb('060001')] },
    );
    await user.type(school(), ' School');
    await user.tab();
    expect(reported).toEqual(['Lincoln High School']);
    expect(partsReported).toEqual([['ceeb', '']]);
  });

  it('that is left as it was keeps its code', async () => {
    const { partsReported, user } = drawWidget(
      'school',
      {},
      { value: 'Lincoln High', parts: [ceeb('060001')] },
    );
    await user.type(school(), 's{Backspace}');
    await user.tab();
    expect(partsReported).toEqual([]);
  });
});

describe('a document', () => {
  const ui = { withoutUpload: 'Please send this document to help@example.edu.' };

  it('can be finished only with an account', () => {
    drawWidget('file', { ui }, { signedIn: false });
    expect(screen.getByRole('group', { name: 'Question' }).textContent).toBe(
      'This question can be finished once you have created an account.',
    );
  });

  it('without an upload service tells the student what to do', () => {
    drawWidget('file', { ui });
    expect(screen.getByRole('group', { name: 'Question' }).textContent).toBe(ui.withoutUpload);
  });

  it('can be focused by a link, and not by the Tab key', () => {
    drawWidget('file', { ui });
    const box = screen.getByRole('group', { name: 'Question' });
    box.focus();
    expect(document.activeElement).toBe(box);
    expect([box.id, box.tabIndex]).toEqual(['q', -1]);
  });
});
