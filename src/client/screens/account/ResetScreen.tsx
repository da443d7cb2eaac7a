import { useNavigate, useLocation } from 'react-router';
import type { Answers } from '#form/definition/definition.ts';
import { useServices } from '#client/data/services.ts';
import { type NavigationState, readNavigationState } from '../navigation-state.ts';
import { AccountCard } from './AccountCard.tsx';
import { CardLink } from './CardLink.tsx';
import { cardAnswerText } from './card-errors.ts';
import type { FurtherRule } from './further-rules.ts';
import './ResetScreen.css';
import { useEffect, useState } from 'react';
import { say } from '#texts/say.ts';
import * as accountTexts from '#generated/texts/account.ts';

/** Reset Password: prefilled from the link in the mail, whose code nobody need see then. */
export function ResetScreen() {
  const { accounts } = useServices();
  const navigate = useNavigate();
  const link = useResetLink();
  return (
    <div className={link.id === '' ? 'reset' : 'reset reset-linked'}>
      <AccountCard
        id="reset"
        initial={link}
        furtherRules={matchRule}
        send={async (answers) => {
          const username = cardAnswerText(answers, 'username');
          const { message } = await accounts.resetPassword({
            username,
            password: cardAnswerText(answers, 'password'),
            id: cardAnswerText(answers, 'id'),
          });
          const state: NavigationState = { username, notice: message };
          await navigate('/login', { state });
        }}
      >
        {(store) => (
          <>
            <CardLink to="/forgot" store={store}>
              {say(accountTexts.newLink)}
            </CardLink>
            <CardLink to="/login" store={store}>
              {say(accountTexts.backToLogIn)}
            </CardLink>
          </>
        )}
      </AccountCard>
    </div>
  );
}

/** The rule that the reset adds to the checklist (specification 5, "Auth"). */
function matchRule(answers: Answers): readonly FurtherRule[] {
  const isKept = cardAnswerText(answers, 'password') === cardAnswerText(answers, 'confirm_password');
  const message = say(accountTexts.mustMatch);
  return [{ key: 'confirm_password', listedAt: 'password', message, isKept }];
}

/**
 * What the link in the mail says (specification 2, "The reset route reads the query parameters"). It moves from
 * the address to the navigation state, where a reload finds it but no list of visited pages shows it.
 */
export function useResetLink(): { readonly username: string; readonly id: string } {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [link] = useState(() => {
    const query = new URLSearchParams(search);
    const passed = readNavigationState(state);
    return {
      username: query.get('username') ?? passed.username ?? '',
      id: query.get('id') ?? passed.resetId ?? '',
    };
  });
  useEffect(() => {
    const query = new URLSearchParams(search);
    if (!query.has('username') && !query.has('id')) return;
    query.delete('username');
    query.delete('id');
    const next: NavigationState = { username: link.username, resetId: link.id };
    void navigate({ pathname, search: query.toString() }, { replace: true, state: next });
  }, [navigate, pathname, search, link]);
  return link;
}
