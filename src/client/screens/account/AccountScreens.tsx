import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import type { Answers } from '#form/definition/definition.ts';
import { hasPasskeys, offersPasskeys } from '#client/api/passkey-support.ts';
import { errorMessageOf, RequestError } from '#client/api/call.ts';
import type { PostConfirmBody } from '#generated/api.ts';
import { useServices } from '#client/api/services.ts';
import { Button } from '#client/ui/Button.tsx';
import { useOpenForm } from '#client/screens/Languages.tsx';
import { successToast, type ToastContent } from '#client/ui/toast/Toast.tsx';
import { readNavigationState, type NavigationState } from '#client/session/navigation-state.ts';
import { AccountCard, CardLink, type CardParts, ResendCode } from './AccountCard.tsx';
import { cardAnswerText, type FurtherRule } from './use-card-checks.ts';
import type { UnprovedConfirmation } from './SignupPassword.tsx';
import { useSendCard } from './use-card-toast.ts';
import { say, accountTexts, passkeyTexts } from '#texts/say.ts';
import { after } from '#client/ui/schedule.ts';

/** Log-in card. Also shows log-out reasons and account confirmations. */
export function LogInScreen() {
  const { accounts } = useServices();
  const navigate = useNavigate();
  const openForm = useOpenForm();
  const { error, notice, loggedOut = notice } = readNavigationState(useLocation().state);
  if (useIsLoggedIn()) return <Navigate to="/" replace />;
  return (
    <AccountCard
      id="login"
      lead={loggedOut}
      isLive={false}
      toast={error === undefined ? noticeToast(notice) : logInError(error)}
      send={async (answers) => {
        await accounts.logIn({
          username: cardAnswerText(answers, 'username'),
          password: cardAnswerText(answers, 'password'),
        });
        await openForm();
      }}
      otherWay={PasskeyLogIn}
    >
      {(card) => (
        <>
          <CardLink to="/forgot" store={card.store} text={accountTexts.forgotPassword} />
          <ResendCode card={card} onSent={(state) => void navigate('/confirm', { state })} />
        </>
      )}
    </AccountCard>
  );
}

function logInError(message: string): ToastContent {
  return { severity: 'error', label: say(accountTexts.logInError), message };
}

function noticeToast(notice: string | undefined): ToastContent | undefined {
  return notice === undefined ? undefined : successToast(notice);
}

/** Whether a logged-in student opened a card; false after a session ended, whose cookie may be stale. */
function useIsLoggedIn(): boolean {
  const { isSignedIn } = useServices();
  const { error, loggedOut } = readNavigationState(useLocation().state);
  // Read once: the log-in itself navigates on its own.
  const [isIn] = useState(() => error === undefined && loggedOut === undefined && isSignedIn());
  return isIn;
}

/** Milliseconds until the card is idle, even on a slow phone. */
const AT_REST = 4_000;

/** Loads passkey log-in on demand. */
const loadPasskeys = () => import('#client/api/passkeys.ts');

/** Passkey log-in by button or browser autofill. */
function PasskeyLogIn({ showToast, showError }: CardParts) {
  const services = useServices();
  const openForm = useOpenForm();
  const { send, isSending } = useSendCard((error) => showError(errorMessageOf(error)));
  const logIn = (call: () => Promise<void>): void => {
    showToast(undefined);
    send(async () => {
      await call();
      await openForm();
    });
  };
  const onChosen = useEffectEvent(logIn);
  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    const offer = async (): Promise<void> => {
      if (!(await offersPasskeys())) return;
      const { offerPasskeys } = await loadPasskeys();
      if (!signal.aborted) offerPasskeys(services, onChosen, signal);
    };
    // Safe to ignore: the button still works.
    const stop = after(AT_REST, () => void offer().catch(() => undefined));
    signal.addEventListener('abort', stop);
    return () => gone.abort();
  }, [services]);
  if (!hasPasskeys()) return null;
  return (
    <Button
      look="secondary"
      size="wide"
      isBusy={isSending}
      onClick={() => logIn(async () => (await loadPasskeys()).logInWithPasskey(services))}
      text={passkeyTexts.logIn}
    />
  );
}

/** Sign-up card, followed by confirmation. */
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
        const password = cardAnswerText(answers, 'password');
        const { message } = await accounts.signUp({ username, password });
        void drafts.visitor.expectLogIn(username);
        await navigate('/confirm', { state: { username, notice: message } satisfies NavigationState });
      }}
    >
      {({ store }) => <CardLink to="/login" store={store} text={accountTexts.alreadyThere} />}
    </AccountCard>
  );
}

/** Loaded for a sign-up that began in another browser. */
const SignupPassword = lazy(async () => ({ default: (await import('./SignupPassword.tsx')).SignupPassword }));

/** Confirmation card for the emailed code. */
export function ConfirmScreen() {
  const { accounts } = useServices();
  const navigate = useNavigate();
  const { notice } = readNavigationState(useLocation().state);
  const link = useMailLink();
  const [unproved, setUnproved] = useState<UnprovedConfirmation>();
  const confirm = async (body: PostConfirmBody): Promise<void> => {
    const { message } = await accounts.confirm(body);
    const { username } = body;
    await navigate('/login', { state: { username, notice: message } satisfies NavigationState });
  };
  if (unproved)
    return (
      <Suspense>
        <SignupPassword {...unproved} onConfirm={confirm} />
      </Suspense>
    );
  return (
    <AccountCard
      id="confirm"
      initial={{ username: link.username, code: link.code }}
      known={link.username !== '' && 'username'}
      lead={link.username === '' ? notice : say(accountTexts.enterCode, { email: link.username })}
      toast={noticeToast(notice)}
      onInput={submitWholeCode}
      send={async (answers) => {
        const username = cardAnswerText(answers, 'username');
        const code = cardAnswerText(answers, 'code');
        // A different code belongs to another email.
        const isLinked = link.signup !== '' && code === link.code;
        const proof = isLinked && { signup: link.signup };
        const body = { username, code, ...proof };
        await confirm(body).catch((error: unknown) => {
          if (!(error instanceof RequestError) || error.body['needs_password'] !== true) throw error;
          setUnproved({ body, message: error.message });
        });
      }}
    >
      {(card) => (
        <>
          <ResendCode card={card} onSent={({ notice: sent }) => card.showToast(noticeToast(sent))} />
          <CardLink to="/login" store={card.store} text={accountTexts.backToLogIn} />
        </>
      )}
    </AccountCard>
  );
}

/** Submits the card at the last digit of the code, typed or filled in. */
function submitWholeCode(control: EventTarget): void {
  if (!(control instanceof HTMLInputElement) || control.id !== 'code' || !control.form) return;
  const isWhole = control.value.replaceAll(/\D/g, '').length === CODE_DIGITS;
  if (!isWhole || ![...new FormData(control.form).values()].every(Boolean)) return;
  // While a code is being sent, no button submits.
  control.form.querySelector<HTMLButtonElement>('button[type="submit"]')?.click();
}

const CODE_DIGITS = 6;

/** Forgot-password card, which requests the reset link. */
export function ForgotScreen() {
  const { accounts, drafts } = useServices();
  return (
    <AccountCard
      id="forgot"
      send={async (answers, card) => {
        const username = cardAnswerText(answers, 'username');
        const { message } = await accounts.forgotPassword({ username });
        void drafts.visitor.expectLogIn(username);
        card.showToast(successToast(message));
      }}
    >
      {({ store }) => <CardLink to="/login" store={store} text={accountTexts.backToLogIn} />}
    </AccountCard>
  );
}

/** Reset-password card, prefilled from the emailed link. */
export function ResetScreen() {
  const { accounts } = useServices();
  const navigate = useNavigate();
  const { username: address, id: linked } = useMailLink();
  return (
    <AccountCard
      id="reset"
      known={linked !== '' && 'id'}
      initial={{ username: address, id: linked }}
      furtherRules={matchRule}
      send={async (answers) => {
        const username = cardAnswerText(answers, 'username');
        const password = cardAnswerText(answers, 'password');
        const id = cardAnswerText(answers, 'id');
        const { message } = await accounts.resetPassword({ username, password, id });
        await navigate('/login', { state: { username, notice: message } satisfies NavigationState });
      }}
    >
      {({ store }) => (
        <>
          <CardLink to="/forgot" store={store} text={accountTexts.newLink} />
          <CardLink to="/login" store={store} text={accountTexts.backToLogIn} />
        </>
      )}
    </AccountCard>
  );
}

/** Checklist rule that both passwords match (docs/behavior.md 5.4). */
function matchRule(answers: Answers): readonly FurtherRule[] {
  const isMet = cardAnswerText(answers, 'password') === cardAnswerText(answers, 'confirm_password');
  const message = say(accountTexts.mustMatch);
  return [{ key: 'confirm_password', listedAt: 'password', message, isMet }];
}

const PARTS = ['username', 'id', 'code', 'signup'] as const;

/** Parameters of an emailed link, moved from the address into navigation state (docs/behavior.md 2.3). */
function useMailLink(): Readonly<Record<(typeof PARTS)[number], string>> {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [link] = useState(() => {
    const query = new URLSearchParams(search);
    const passed = readNavigationState(state);
    const part = (name: (typeof PARTS)[number]): string => query.get(name) ?? passed[name] ?? '';
    return { username: part('username'), id: part('id'), code: part('code'), signup: part('signup') };
  });
  useEffect(() => {
    const query = new URLSearchParams(search);
    if (!PARTS.some((name) => query.has(name))) return;
    for (const name of PARTS) query.delete(name);
    const next: NavigationState = Object.fromEntries(Object.entries(link).filter(([, text]) => text !== ''));
    void navigate({ pathname, search: query.toString() }, { replace: true, state: next });
  }, [navigate, pathname, search, link]);
  return link;
}
