import { useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { useApplication } from '#client/session/application.ts';
import { saveNow } from '#client/session/submit-form.ts';
import { say } from '#texts/say.ts';
import { errorTexts, sessionTexts } from '#generated/texts.ts';
import './session.css';

/** Milliseconds after which the page is loaded again though something is not saved: the browser keeps that. */
const SAVES_WITHIN = 5_000;

/** Stays at the lower edge of the window until the page is loaded again, which saves first. */
export function ChangedNotice() {
  const application = useApplication();
  const [isBusy, setIsBusy] = useState(false);
  const reload = async (): Promise<void> => {
    setIsBusy(true);
    await Promise.race([saveNow(application), new Promise((resolve) => setTimeout(resolve, SAVES_WITHIN))]);
    window.location.reload();
  };
  return (
    <div className="row changed-notice no-print" role="status">
      <span>{say(sessionTexts.formChanged)}</span>
      <Button isBusy={isBusy} onClick={() => void reload()}>
        {say(errorTexts.reload)}
      </Button>
    </div>
  );
}
