import { readFileSync } from 'node:fs';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SpinnerScreen } from '#client/ui/Spinner.tsx';

it("the page starts with the client's loading screen, to avoid layout shift", () => {
  const { container } = render(<SpinnerScreen brand={{ name: 'Toy College' }} />);
  const page = readFileSync('index.html', 'utf8')
    .replaceAll('__PARTNER_INITIAL__', 'T')
    .replaceAll('__PARTNER_NAME__', 'Toy College')
    .replaceAll('__LOADING__', 'Loading...')
    // The build adds the start of other paths here.
    .replaceAll(/<!--\/?screen-->/g, '');
  const begun = new DOMParser().parseFromString(page, 'text/html').querySelector('#root');
  expect(compact(begun?.innerHTML ?? '')).toBe(compact(container.innerHTML));
});

/** Markup without spaces between elements. */
function compact(markup: string): string {
  return markup.replaceAll(/\s*([<>])\s*/g, '$1');
}
