import { fireEvent, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

type UserAction = (user: UserEvent) => Promise<void>;

/** Clicks the element with this role and name. */
export const press =
  (name: string | RegExp, role: 'button' | 'tab' | 'link' = 'button'): UserAction =>
  async (user) =>
    user.click(await screen.findByRole(role, { name }));

/** Types an answer and leaves its control. */
export const type =
  (name: string, text: string): UserAction =>
  async (user) => {
    await user.type(await screen.findByRole('textbox', { name }), text);
    await user.tab();
  };

/** Fills in controls by the beginning of their labels. */
export async function fill(user: UserEvent, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(texts))
    await user.type(await screen.findByLabelText(new RegExp(`^${label}`)), text);
}

/** Logs in on the log-in card. */
export async function logIn(user: UserEvent, username = 'ada@example.org'): Promise<void> {
  await fill(user, { 'E-mail': username, Password: 'secret' });
  await press('Log In')(user);
}

/** Logs out with the account menu. */
export const logOut: UserAction = async (user) => {
  await press(/^Account/)(user);
  await press('Log Out')(user);
};

const paper = () => screen.findByRole('group', { name: 'Paper' });

/** Drops a file on the question Paper. */
export const attachPaper: UserAction = async () => {
  const files = [new File(['%PDF'], 'new.pdf')];
  fireEvent.drop(await paper(), { dataTransfer: { types: ['Files'], files } });
};

/** Deletes the file of the question Paper. */
export const deletePaper: UserAction = async (user) => {
  await user.click(await within(await paper()).findByRole('button', { name: 'Delete file' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Delete file' }));
};
