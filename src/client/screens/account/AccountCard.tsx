import { useRef, useState, type ComponentType, type FocusEvent, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import type { CardId } from '#form/definition/account-cards.ts';
import { isAnswered } from '#form/definition/answer.ts';
import type { Answers } from '#form/definition/definition.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import { Button } from '#client/ui/Button.tsx';
import { Spinner } from '#client/ui/Spinner.tsx';
import { Toast, type ToastContent } from '#client/ui/toast/Toast.tsx';
import { errorMessageOf } from '#client/api/request-error.ts';
import { useServices } from '#client/api/services.ts';
import { CardForm } from '#client/questionnaire/CardForm.tsx';
import { createCardStore } from '#client/questionnaire/store/card-store.ts';
import type { QuestionStore } from '#client/questionnaire/store/form-store.ts';
import { readNavigationState, type NavigationState } from '../navigation-state.ts';
import { ScreenHeading } from '../ScreenHeading.tsx';
import { cardErrorText, refusedCardAnswers, cardAnswerText, cardErrors } from './card-errors.ts';
import { type FurtherRules, useCardChecks } from './use-card-checks.ts';
import { useCard, type LoadedCard, cachedCard } from './use-card.ts';
import { useCardToast, type ShowToast, useSendCard } from './use-card-toast.ts';
import { useGuessRule } from './use-guessability.ts';
import { Message, Telephone } from '#client/ui/Message.tsx';
import { say, type Text } from '#texts/say.ts';
import { accountTexts } from '#generated/texts.ts';
import { ScreenLink } from '../ScreenLink.tsx';
import { useFromStore } from '#client/questionnaire/form-scope.ts';

type AccountCardProps = {
  /** Name of the card in schemas/accounts. */
  readonly id: CardId;
  /** Why it came up. */
  readonly lead?: string;
  /** Prefilled, next to the address that another card passed on. */
  readonly initial?: Answers;
  /** False: no errors before the first submit (the log-in card, docs/behavior.md 2.4). */
  readonly isLive?: boolean;
  /** What holds beyond the compiled rules. */
  readonly furtherRules?: FurtherRules;
  /** Sends what was filled in, after it was found right; rejects with a RequestError. */
  readonly send: (answers: Answers, showToast: ShowToast) => Promise<void>;
  /** Shown when the card appears. */
  readonly toast?: ToastContent | undefined;
  /** Does the same as the form in another way. */
  readonly otherWay?: ComponentType<{ readonly showToast: ShowToast }>;
  /** Further actions and links below the form. */
  readonly children: (store: QuestionStore, showToast: ShowToast) => ReactNode;
};

/** One card of the account screens: its definition rendered, checked and sent (docs/behavior.md 2.4). */
export function AccountCard(props: AccountCardProps) {
  const loaded = useCard(props.id);
  const { partner } = useServices();
  return (
    <>
      <div className="stack panel account-card">
        {loaded ? <FilledCard {...props} loaded={loaded} /> : <Spinner size="m" />}
      </div>
      {/* Only now, so that the card does not push it away as it loads. */}
      {loaded && (
        <p className="fine-print account-help">
          <Message
            text={accountTexts.trouble}
            values={{
              email: partner.help_email,
              phone: <Telephone number={partner.phone} />,
              privacyUrl: partner.privacy_url,
            }}
          />
        </p>
      )}
    </>
  );
}

function FilledCard({
  loaded,
  otherWay: OtherWay,
  ...props
}: AccountCardProps & { readonly loaded: LoadedCard }) {
  const { card } = loaded;
  const { drafts } = useServices();
  const { username } = readNavigationState(useLocation().state);
  const [store] = useState(() =>
    createCardStore(card, { ...(username !== undefined && { username }), ...props.initial }),
  );
  const [isCarrying] = useState(() => hasAnswer(drafts.visitor.ofVisitor()));
  const [toast, showToast] = useCardToast(props.toast);
  const guessRule = useGuessRule(card);
  const furtherRules: FurtherRules = (answers) => [
    ...guessRule(answers),
    ...(props.furtherRules?.(answers) ?? []),
  ];
  const faults = useRef<ToastContent>(undefined);
  const checks = useCardChecks(loaded, store, {
    isLive: props.isLive ?? true,
    furtherRules,
    onCorrected: () => showToast((shown) => (shown === faults.current ? undefined : shown)),
  });
  /** A toast about invalid fields closes once all of them are corrected. */
  const showError = (message: string, errors: ValidationErrors): void => {
    const error: ToastContent = {
      severity: 'error',
      label: say(accountTexts.cardError, { card: card.title }),
      message,
    };
    faults.current = Object.keys(errors).length > 0 ? error : undefined;
    showToast(error);
    focusFirst(errors);
  };
  const { send, isSending } = useSendCard((error) => {
    const refused = refusedCardAnswers(card, error);
    checks.refuse(refused);
    showError(errorMessageOf(error), refused);
  });
  const submit = (answers: Answers): void => {
    showToast(undefined);
    const errors = checks.checkAll();
    if (Object.keys(errors).length === 0) return send(() => props.send(answers, showToast));
    showError(cardErrorText(card, errors), errors);
  };
  return (
    <>
      <ScreenHeading screen={card.id} text={card.title} />
      {(props.lead ?? isCarrying) && (
        <p>{[props.lead, isCarrying && say(accountTexts.kept)].filter(Boolean).join(' ')}</p>
      )}
      {toast && (
        <div className="account-toast">
          <Toast key={toast.message} {...toast} onClose={() => showToast(undefined)} />
        </div>
      )}
      <div onBlur={(event: FocusEvent<HTMLElement>) => checks.leave(event.target.id)}>
        <CardForm
          card={card}
          store={store}
          widgetNamed={loaded.widgetNamed}
          onSubmit={submit}
          extraRules={furtherRules}
        >
          <Button type="submit" size="wide" isBusy={isSending}>
            {card.submitLabel}
          </Button>
        </CardForm>
      </div>
      {OtherWay && <OtherWay showToast={showToast} />}
      <div className="row spread account-card-links">{props.children(store, showToast)}</div>
    </>
  );
}

function hasAnswer(answers: Answers = {}): boolean {
  return Object.values(answers).some((answer) => isAnswered(answer));
}

function focusFirst(errors: ValidationErrors): void {
  document.getElementById(Object.keys(errors)[0] ?? '')?.focus();
}

type CardLinkProps = { readonly to: string; readonly store: QuestionStore; readonly text: Text };

/** A link to another card; the address that is typed here is passed on. */
export function CardLink({ to, store, text }: CardLinkProps) {
  const { answers } = useFromStore(store, () => store.state().form);
  const state: NavigationState = { username: cardAnswerText(answers, 'username') };
  return <ScreenLink to={to} state={state} text={text} />;
}

type ResendCodeProps = {
  readonly store: QuestionStore;
  readonly showToast: ShowToast;
  readonly onSent: (sent: NavigationState) => void;
};

/** Asks for another confirmation code, for the address that is typed in the card. */
export function ResendCode({ store, showToast, onSent }: ResendCodeProps) {
  const { accounts, drafts, files, now } = useServices();
  const showError = (message: string): void =>
    showToast({ severity: 'error', label: say(accountTexts.resendError), message });
  const { send, isSending } = useSendCard((error) => showError(errorMessageOf(error)));
  const resend = async (): Promise<void> => {
    const username = cardAnswerText(store.state().form.answers, 'username');
    // The card that asks for nothing but the address knows what a valid one is.
    const errors = cardErrors(await cachedCard(files, 'forgot'), { username }, now());
    if (Object.keys(errors).length > 0) return showError(say(accountTexts.resendNeedsEmail));
    const { message } = await accounts.resendCode({ username });
    void drafts.visitor.expectLogIn(username);
    onSent({ username, notice: message });
  };
  return <Button look="text" isBusy={isSending} onClick={() => send(resend)} text={accountTexts.resend} />;
}
