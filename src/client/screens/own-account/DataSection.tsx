import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useApplication, type Application } from '#client/session/application.ts';
import { endSession } from '#client/session/end-session.ts';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { ConfirmDialog } from '#client/ui/dialog/NoticeDialog.tsx';
import { useServices } from '#client/api/services.ts';
import type { NavigationState } from '#client/screens/navigation-state.ts';
import { AccountForm, AccountSection, momentText, PresentPassword } from './AccountSection.tsx';
import { DELETION, useOwnAccountCalls, useOwnQueries } from './use-own-queries.ts';
import { say, ownAccountTexts } from '#texts/say.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { documentKeysOf } from '#form/documents/document-answers.ts';
import { countAnswered } from '#form/progress/count-answered.ts';
import { listText } from '#texts/language.ts';

/** Everything that is known of a student, to take along. */
export function DataSection() {
  return (
    <AccountSection title={ownAccountTexts.dataTitle} lead={ownAccountTexts.dataLead}>
      <a className={buttonClass('secondary')} href="/api/own-data" download>
        {say(ownAccountTexts.download)}
      </a>
    </AccountSection>
  );
}

/** A draft goes at once; for submitted answers the student asks the university, and can withdraw that. */
export function DeletionSection({ isSubmitted }: { readonly isSubmitted: boolean }) {
  const { data: request } = useQuery(useOwnQueries().deletion);
  const withdrawal = useWithdrawal();
  if (isSubmitted && typeof request?.asked_at === 'string')
    return (
      <AccountSection title={ownAccountTexts.deleteTitle} error={withdrawal.error}>
        <p role="status">{say(ownAccountTexts.deletionPending, { when: momentText(request.asked_at) })}</p>
        <Button
          look="secondary"
          isBusy={withdrawal.isPending}
          onClick={() => withdrawal.mutate()}
          text={ownAccountTexts.withdrawDeletion}
        />
      </AccountSection>
    );
  return <Deletion isSubmitted={isSubmitted} status={withdrawal.data?.message ?? ''} />;
}

function useWithdrawal() {
  const calls = useOwnAccountCalls();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: calls.withdrawDeletion,
    onSettled: () => queries.invalidateQueries({ queryKey: DELETION }),
  });
}

type DeletionProps = { readonly isSubmitted: boolean; readonly status: string };

function Deletion({ isSubmitted, status }: DeletionProps) {
  const [password, setPassword] = useState<string>();
  const application = useApplication();
  const remove = useDeletion();
  const submitText = isSubmitted ? ownAccountTexts.askDeletion : ownAccountTexts.deleteAll;
  return (
    <AccountSection
      title={ownAccountTexts.deleteTitle}
      lead={isSubmitted ? ownAccountTexts.deleteSubmitted : ownAccountTexts.deleteLead}
      status={status}
    >
      <AccountForm
        names={['password']}
        mutation={remove}
        onFields={(text) => (isSubmitted ? remove.mutate(text('password')) : setPassword(text('password')))}
        button={{ look: 'secondary', isDeletion: true, text: submitText }}
      >
        {(field) => <PresentPassword {...field('password')} />}
      </AccountForm>
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
  const queries = useQueryClient();
  return useMutation({
    mutationFn: calls.deleteAccount,
    onSuccess: ({ message, deleted }) => {
      if (!deleted) return queries.invalidateQueries({ queryKey: DELETION });
      services.drafts.forget();
      services.otherTabs.post({ kind: 'ended' });
      endSession(services, navigate, application);
      void navigate('/login', { state: { notice: message } satisfies NavigationState });
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
  const things = listText(
    [
      answered > 0 && say(ownAccountTexts.answers, { count: answered }),
      attached > 0 && say(ownAccountTexts.documents, { count: attached }),
    ].filter((thing) => thing !== false),
  );
  return things === '' ? say(ownAccountTexts.sure) : say(ownAccountTexts.sureWith, { things });
}
