import { Link, useNavigate } from 'react-router';
import type { Answers } from '#form/definition/definition.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import { useServices } from '#client/data/services.ts';
import type { RuleState } from '#client/widgets/password-rules.ts';
import type { Handed } from '../handed.ts';
import { AccountCard } from './AccountCard.tsx';
import { textOf } from './card-errors.ts';
import { useResetLink } from './use-reset-link.ts';

/** The rule that the reset adds to the checklist (specification 5, "Auth"). */
const MATCH = 'passwords must match';

const RULES = { isLive: true, compare: compareFields };

/** Reset Password: prefilled from the link in the mail. */
export function ResetScreen() {
  const { accounts } = useServices();
  const navigate = useNavigate();
  const link = useResetLink();
  return (
    <AccountCard
      id="reset"
      rules={RULES}
      initial={link}
      extraRules={matchRule}
      send={async (answers) => {
        const username = textOf(answers, 'username');
        const { message } = await accounts.resetPassword({
          username,
          password: textOf(answers, 'password'),
          id: textOf(answers, 'id'),
        });
        const state: Handed = { username, notice: message };
        await navigate('/login', { state });
      }}
    >
      {() => <Link to="/login">Back to log in</Link>}
    </AccountCard>
  );
}

function isMatching(answers: Answers): boolean {
  return textOf(answers, 'password') === textOf(answers, 'confirm_password');
}

function compareFields(answers: Answers): ValidationErrors {
  return isMatching(answers) ? {} : { confirm_password: [MATCH] };
}

function matchRule(answers: Answers): Readonly<Record<string, readonly RuleState[]>> {
  return { password: [{ message: MATCH, isKept: isMatching(answers) }] };
}
