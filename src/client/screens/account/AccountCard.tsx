import { useRef, useState, type ComponentType, type FocusEvent, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import type { CardId } from '#form/definition/account-cards.ts';
import type { Answers } from '#form/definition/definition.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import { Button } from '#client/ui/Button.tsx';
import { Spinner } from '#client/ui/Spinner.tsx';
import { Toast, type ToastContent } from '#client/ui/toast/Toast.tsx';
import { errorMessageOf } from '#client/api/call.ts';
import { useServices } from '#client/api/services.ts';
import { CardForm } from '#client/questionnaire/CardForm.tsx';
import { createCardStore, useCard, type LoadedCard, cachedCard } from './use-card.ts';
import type { QuestionStore } from '#client/questionnaire/store/form-store.ts';
import { readNavigationState, type NavigationState } from '#client/session/navigation-state.ts';
import { ScreenHeading } from '../ScreenHeading.tsx';
import {
  cardErrorText,
  refusedCardAnswers,
  cardAnswerText,
  cardErrors,
  type FurtherRules,
  useCardChecks,
  useGuessRule,
} from './use-card-checks.ts';
import { useCardToast, useSendCard } from './use-card-toast.ts';
import { Message, Telephone } from '#client/ui/Message.tsx';
import { type Text, say, accountTexts } from '#texts/say.ts';
import { ScreenLink } from '../ScreenLink.tsx';
import { useFromStore } from '#client/questionnaire/form-scope.ts';

/** State shared by the parts of a card. */
export type CardParts = {
  readonly store: QuestionStore;
  readonly showToast: (toast: ToastContent | undefined) => void;
  /** Shows an error as a toast, and at fields or card. */
  readonly showError: (message: string, errors?: ValidationErrors, label?: string) => void;
};

type AccountCardProps = {
  /** Name of the card in schemas/accounts. */
  readonly id: CardId;
  /** Explains why the card is shown. */
  readonly lead?: string | undefined;
  /** Question answered by a link or another card: hidden, but sent. */
  readonly known?: 'id' | 'username' | false;
  /** Initial answers, apart from the address passed by another card. */
  readonly initial?: Answers;
  /** If false, no errors before the first submit (log-in card, docs/behavior.md 2.4). */
  readonly isLive?: boolean;
  /** Rules beyond the compiled ones. */
  readonly furtherRules?: FurtherRules;
  /** Sends valid answers; rejects with a RequestError. */
  readonly send: (answers: Answers, card: CardParts) => Promise<void>;
  /** Receives each change of a control. */
  readonly onInput?: (control: EventTarget) => void;
  /** Initial toast. */
  readonly toast?: ToastContent | undefined;
  /** Alternative to the form, such as a passkey. */
  readonly otherWay?: ComponentType<CardParts>;
  /** Actions and links below the form. */
  readonly children: (card: CardParts) => ReactNode;
};

/** One account card: loads, validates and sends it (docs/behavior.md 2.4). */
export function AccountCard(props: AccountCardProps) {
  const loaded = useCard(props.id);
  return (
    <>
      <div className={`stack panel account-card ${props.known ? `knows-${props.known}` : ''}`}>
        {loaded ? <FilledCard {...props} loaded={loaded} /> : <Spinner size="m" />}
      </div>
      {/* Rendered after the card to avoid layout shift. */}
      {loaded && (
        <p className="fine-print account-help">
          <Trouble />
        </p>
      )}
    </>
  );
}

function Trouble() {
  const { help_email: email, phone, privacy_url: privacyUrl } = useServices().partner;
  if (phone === undefined)
    return <Message text={accountTexts.troubleByEmail} values={{ email, privacyUrl }} />;
  const values = { email, phone: <Telephone number={phone} />, privacyUrl };
  return <Message text={accountTexts.trouble} values={values} />;
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
  const [hasDraft] = useState(drafts.visitor.isStored);
  const { toast, note, showToast, closeToast } = useCardToast(props.toast);
  const guessRule = useGuessRule(card);
  const furtherRules: FurtherRules = (answers) => [
    ...guessRule(answers),
    ...(props.furtherRules?.(answers) ?? []),
  ];
  const shownError = useRef<ToastContent>(undefined);
  const checks = useCardChecks(loaded, store, {
    isLive: props.isLive ?? true,
    furtherRules,
    onCorrected: () => shownError.current && closeToast(shownError.current),
  });
  /** Shows an error toast. One about invalid fields closes once they are corrected. */
  const showFaults = (
    message: string,
    errors: ValidationErrors,
    label = say(accountTexts.cardError, { card: card.title }),
  ): void => {
    const error: ToastContent = { severity: 'error', label, message };
    const isAtField = Object.keys(errors).length > 0;
    shownError.current = isAtField ? error : undefined;
    showToast(error, isAtField);
    document.getElementById(Object.keys(errors)[0] ?? '')?.focus();
  };
  const parts: CardParts = {
    store,
    showToast,
    showError: (message, errors = {}, label) => {
      checks.refuse(errors);
      showFaults(message, errors, label);
    },
  };
  const { send, isSending } = useSendCard((error) =>
    parts.showError(errorMessageOf(error), refusedCardAnswers(card, error)),
  );
  const submit = (answers: Answers): void => {
    showToast(undefined);
    const errors = checks.checkAll();
    if (Object.keys(errors).length === 0) return send(() => props.send(answers, parts));
    showFaults(cardErrorText(card, errors), errors);
  };
  return (
    <>
      <ScreenHeading screen={card.id} text={card.title} />
      {(props.lead ?? hasDraft) && (
        <p>{[props.lead, hasDraft && say(accountTexts.kept)].filter(Boolean).join(' ')}</p>
      )}
      {toast && (
        <div className="account-toast">
          <Toast key={toast.message} {...toast} onClose={() => closeToast()} />
        </div>
      )}
      <div
        onInput={({ target }) => props.onInput?.(target)}
        onBlur={(event: FocusEvent<HTMLElement>) => checks.leave(event.target.id)}
      >
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
      {note && <p className={`account-note account-note-${note.severity}`}>{note.message}</p>}
      {OtherWay && <OtherWay {...parts} />}
      <div className="row spread account-card-links">
        <Links card={parts} render={props.children} />
      </div>
    </>
  );
}

type LinksProps = { readonly card: CardParts; readonly render: AccountCardProps['children'] };

function Links({ card, render }: LinksProps) {
  return render(card);
}

type CardLinkProps = { readonly to: string; readonly store: QuestionStore; readonly text: Text };

/** Link to another card, passing on the typed address. */
export function CardLink({ to, store, text }: CardLinkProps) {
  const { answers } = useFromStore(store, () => store.state().form);
  const state: NavigationState = { username: cardAnswerText(answers, 'username') };
  return <ScreenLink to={to} state={state} text={text} />;
}

type ResendCodeProps = {
  readonly card: CardParts;
  readonly onSent: (sent: NavigationState) => void;
};

/** Requests another confirmation code for the address in the card. */
export function ResendCode({ card: { store, showError }, onSent }: ResendCodeProps) {
  const { accounts, drafts, files, now } = useServices();
  const label = say(accountTexts.resendError);
  const { send, isSending } = useSendCard((error) => showError(errorMessageOf(error), {}, label));
  const resend = async (): Promise<void> => {
    const username = cardAnswerText(store.state().form.answers, 'username');
    // The forgot card contains the address rules alone.
    const errors = cardErrors(await cachedCard(files, 'forgot'), { username }, now());
    const needed = say(accountTexts.resendNeedsEmail);
    if (Object.keys(errors).length > 0) return showError(needed, { username: [needed] }, label);
    const { message } = await accounts.resendCode({ username });
    void drafts.visitor.expectLogIn(username);
    onSent({ username, notice: message });
  };
  return <Button look="text" isBusy={isSending} onClick={() => send(resend)} text={accountTexts.resend} />;
}
