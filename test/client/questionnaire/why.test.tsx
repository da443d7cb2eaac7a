import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Why } from '#client/questionnaire/layout/QuestionBox.tsx';
import { question } from '#test/form/build-definition.ts';

it('the explanation is closed at first, and names its question', () => {
  render(
    <Why question={question('faith', { label: 'Religion', ui: { why: 'So that we can say hello.' } })} />,
  );

  const details = screen.getByRole('group');
  expect(details).toHaveProperty('open', false);
  expect(details.querySelector('summary')?.textContent).toBe('Why do we ask? (Religion)');
  expect(details.textContent).toContain('So that we can say hello.');
  expect(details.className).toContain('no-print');
});

it('a question without an explanation shows none', () => {
  const { container } = render(<Why question={question('name')} />);

  expect(container.innerHTML).toBe('');
});
