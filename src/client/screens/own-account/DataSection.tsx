import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useApplication, type Application } from '#client/session/application.ts';
import { endSession } from '#client/session/end-session.ts';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { ConfirmDialog } from '#client/ui/dialog/NoticeDialog.tsx';
import { useServices } from '#client/api/services.ts';
import type { NavigationState } from '#client/screens/navigation-state.ts';
import { AccountSection, fieldFaults, onFields, textOf, PresentPassword } from './AccountSection.tsx';
import { useOwnAccountCalls } from './use-own-queries.ts';
import { say } from '#texts/say.ts';
import { ownAccountTexts } from '#generated/texts.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { documentKeysOf } from '#form/documents/document-answers.ts';
import { countAnswered } from '#form/progress/count-answered.ts';
import { listText } from '#texts/language.ts';

/** Everything that is known of a student, to take along. */
export function DataSection() {
  return (
    <AccountSection title={say(ownAccountTexts.dataTitle)} lead={say(ownAccountTexts.dataLead)}>
      <a className={buttonClass('secondary')} href="/api/own-data" download>
        {say(ownAccountTexts.download)}
      </a>
    </AccountSection>
  );
}

/** A draft goes at once; for submitted answers the student writes to the university. */
export function DeletionSection({ isSubmitted }: { readonly isSubmitted: boolean }) {
  const [password, setPassword] = useState<string>();
  const application = useApplication();
  const remove = useDeletion();
  const submit = onFields((data) => {
    const typed = textOf(data, 'password');
    if (isSubmitted) remove.mutate(typed);
    else setPassword(typed);
  });
  return (
    <AccountSection
      title={say(ownAccountTexts.deleteTitle)}
      lead={say(isSubmitted ? ownAccountTexts.deleteSubmitted : ownAccountTexts.deleteLead)}
    >
      <form className="stack own-account-form" onSubmit={submit}>
        <PresentPassword fault={fieldFaults(remove.error, ['password'])['password']} />
        <Button type="submit" look="secondary" isDeletion isBusy={remove.isPending}>
          {say(isSubmitted ? ownAccountTexts.askDeletion : ownAccountTexts.deleteAll)}
        </Button>
        <p role="status">{remove.data?.message}</p>
      </form>
      {password !== undefined && (
        <ConfirmDialog
          title={deletionTitle(application)}
          text={say(ownAccountTexts.sureText)}
          confirmLabel={say(ownAccountTexts.deleteAll)}
          onConfirm={() => {
            setPassword(undefined);
            remove.mutate(password);
          }}
          onClose={() => setPassword(undefined)}
        />
      )}
    </AccountSection>
  );
}

/** What is deleted leaves nothing in the browser either, in no tab. */
function useDeletion() {
  const calls = useOwnAccountCalls();
  const services = useServices();
  const application = useApplication();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: calls.deleteAccount,
    onSuccess: ({ message, deleted }) => {
      if (!deleted) return;
      services.drafts.forget();
      services.otherTabs.post({ kind: 'ended' });
      endSession(services, navigate, application);
      const state: NavigationState = { notice: message };
      void navigate('/login', { state });
    },
  });
}

/** The question before an account is deleted, with what else is deleted. */
function deletionTitle({ definition, store }: Pick<Application, 'definition' | 'store'>): string {
  const { answers } = store.state().form;
  const documentKeys = documentKeysOf(definition);
  const answerKeys = [...questionsOf(definition).keys()].filter((key) => !documentKeys.has(key));
  const answered = countAnswered(definition, answers, answerKeys);
  const attached = countAnswered(definition, answers, documentKeys);
  const things = listText([answersText(answered), documentsText(attached)].filter(Boolean));
  return things === '' ? say(ownAccountTexts.sure) : say(ownAccountTexts.sureWith, { things });
}

function answersText(count: number): string {
  return count === 0 ? '' : say(ownAccountTexts.answers, { count });
}

function documentsText(count: number): string {
  return count === 0 ? '' : say(ownAccountTexts.documents, { count });
}
