import { screen } from '@testing-library/react';

/** The text of each visible toast. */
export function shownToasts(): readonly (string | null)[] {
  return [...screen.queryAllByRole('alert'), ...screen.queryAllByRole('status')]
    .filter((each) => each.getAttribute('aria-labelledby') !== null)
    .map((each) => each.textContent);
}

/** The text of a toast: its label and message. */
export function toastText([label, message]: readonly [string, string]): string {
  return `${label}${message}`;
}
