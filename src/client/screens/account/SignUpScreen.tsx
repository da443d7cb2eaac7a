import { Navigate, useNavigate } from 'react-router';
import { useServices } from '#client/api/services.ts';
import type { NavigationState } from '../navigation-state.ts';
import { AccountCard, CardLink } from './AccountCard.tsx';
import { cardAnswerText } from './card-errors.ts';
import { useIsLoggedIn } from './use-card-entry.ts';
import { say } from '#texts/say.ts';
import { accountTexts } from '#generated/texts.ts';

/** Sign Up; the confirmation follows. */
export function SignUpScreen() {
  const { accounts, drafts } = useServices();
  const navigate = useNavigate();
  if (useIsLoggedIn()) return <Navigate to="/" replace />;
  return (
    <AccountCard
      id="signup"
      lead={say(accountTexts.needed)}
      send={async (answers) => {
        const username = cardAnswerText(answers, 'username');
        const { message } = await accounts.signUp({
          username,
          password: cardAnswerText(answers, 'password'),
        });
        void drafts.visitor.expectLogIn(username);
        const state: NavigationState = { username, notice: message };
        await navigate('/confirm', { state });
      }}
    >
      {(store) => <CardLink to="/login" store={store} text={accountTexts.alreadyThere} />}
    </AccountCard>
  );
}
