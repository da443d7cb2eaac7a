import { screen } from '@testing-library/react';

/** The whole text of each toast that shows. */
export function shownToasts(): readonly (string | null)[] {
  return [...screen.queryAllByRole('alert'), ...screen.queryAllByRole('status')]
    .filter((each) => each.getAttribute('aria-labelledby') !== null)
    .map((each) => each.textContent);
}

/** The whole text of a toast: its label, and what it says. */
export function toastText([label, message]: readonly [string, string]): string {
  return `${label}${message}`;
}
