import { Link, useLocation, useNavigate } from 'react-router';
import { useServices } from '#client/data/services.ts';
import { carryAnswers, readCarried, type Carried } from '../carried.ts';
import { AccountCard } from './AccountCard.tsx';
import { textOf } from './card-errors.ts';

const LIVE = { isLive: true };

/** Sign Up; the confirmation follows. */
export function SignUpScreen() {
  const { accounts } = useServices();
  const navigate = useNavigate();
  const carried = readCarried(useLocation().state);
  return (
    <AccountCard
      id="signup"
      rules={LIVE}
      send={async (answers) => {
        const username = textOf(answers, 'username');
        const { message } = await accounts.signUp({ username, password: textOf(answers, 'password') });
        const state: Carried = { ...carryAnswers(carried), username, notice: message };
        await navigate('/confirm', { state });
      }}
    >
      {() => (
        <Link to="/login" state={carryAnswers(carried)}>
          I already have an account
        </Link>
      )}
    </AccountCard>
  );
}
