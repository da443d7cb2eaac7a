import { useState } from 'react';
import { useApplication } from '#client/session/application.ts';
import { notSavedMessage } from '#client/session/submit-form.ts';
import { endsForm, errorMessageOf } from '#client/api/request-error.ts';

/** The sentence of the error dialog that a button ends in, and what it is set by. */
export function useFault() {
  const application = useApplication();
  const [fault, setFault] = useState<string>();
  return {
    fault,
    dismissFault: (): void => setFault(undefined),
    onError: (error: unknown): void => {
      if (!endsForm(error)) setFault(errorMessageOf(error));
    },
    onNotSaved: (): void => {
      const phase = application.autosave?.getState().phase;
      // A conflict and an ended session show by themselves.
      if (phase !== 'conflict' && phase !== 'signed-out') setFault(notSavedMessage(application));
    },
  };
}
