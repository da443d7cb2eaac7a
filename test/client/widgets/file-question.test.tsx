import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { drawWidget } from './draw-widget.tsx';

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
