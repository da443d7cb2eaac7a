import { useNavigate } from 'react-router';
import type { Answers } from '#form/definition/definition.ts';
import { useServices } from '#client/api/services.ts';
import type { NavigationState } from '../navigation-state.ts';
import { AccountCard, CardLink } from './AccountCard.tsx';
import { cardAnswerText } from './card-errors.ts';
import type { FurtherRule } from './use-card-checks.ts';
import { useMailLink } from './use-card-entry.ts';
import { say } from '#texts/say.ts';
import { accountTexts } from '#generated/texts.ts';

/** Reset Password: prefilled from the link in the mail, whose code nobody need see then. */
export function ResetScreen() {
  const { accounts } = useServices();
  const navigate = useNavigate();
  const { username: address, id } = useMailLink();
  return (
    <div className={id === '' ? 'reset' : 'reset reset-linked'}>
      <AccountCard
        id="reset"
        initial={{ username: address, id }}
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
            <CardLink to="/forgot" store={store} text={accountTexts.newLink} />
            <CardLink to="/login" store={store} text={accountTexts.backToLogIn} />
          </>
        )}
      </AccountCard>
    </div>
  );
}

/** The rule that the reset adds to the checklist (docs/behavior.md 5.4). */
function matchRule(answers: Answers): readonly FurtherRule[] {
  const isKept = cardAnswerText(answers, 'password') === cardAnswerText(answers, 'confirm_password');
  const message = say(accountTexts.mustMatch);
  return [{ key: 'confirm_password', listedAt: 'password', message, isKept }];
}
