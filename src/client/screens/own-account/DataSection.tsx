import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useApplication } from '#client/session/application.ts';
import { endSession } from '#client/session/end-session.ts';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { ConfirmDialog } from '#client/ui/dialog/ConfirmDialog.tsx';
import { useServices } from '#client/api/services.ts';
import type { NavigationState } from '#client/screens/navigation-state.ts';
import { AccountSection } from './AccountSection.tsx';
import { deletionTitle } from './deletion-title.ts';
import { fieldFaults } from './field-faults.ts';
import { onFields, textOf } from './form-fields.ts';
import { PresentPassword } from './PresentPassword.tsx';
import { useOwnAccountCalls } from './use-own-account-calls.ts';
import { say } from '#texts/say.ts';
import { ownAccountTexts } from '#generated/texts.ts';

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

/** A draft goes at once; of what was submitted the university is asked. */
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
      <form className="own-account-form" onSubmit={submit}>
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
