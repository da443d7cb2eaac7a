import { useState, useSyncExternalStore } from 'react';
import { useServices } from '#client/api/services.ts';
import { Button } from '#client/ui/Button.tsx';
import { useApplication } from '#client/session/application.ts';
import { saveNow } from '#client/session/submit-form.ts';
import { say, errorTexts, sessionTexts } from '#texts/say.ts';
import { pause } from '#client/ui/schedule.ts';
import './session.css';

/** Reports that the server has another form than this page; in development the page takes it over by itself. */
export function FormChanged() {
  const { serverForm } = useServices();
  const { definition } = useApplication();
  const hash = useSyncExternalStore(serverForm.subscribe, serverForm.get);
  if (import.meta.env.MODE === 'development' || hash === '' || hash === definition.hash) return null;
  return <ChangedNotice />;
}

/** Milliseconds after which the page is loaded again though something is not saved: the browser keeps that. */
const SAVES_WITHIN = 5_000;

/** Stays at the lower edge of the window until the page is loaded again, which saves first. */
function ChangedNotice() {
  const application = useApplication();
  const [isBusy, setIsBusy] = useState(false);
  const reload = async (): Promise<void> => {
    setIsBusy(true);
    await Promise.race([saveNow(application), pause(SAVES_WITHIN)]);
    window.location.reload();
  };
  return (
    <div className="row changed-notice no-print" role="status">
      <span>{say(sessionTexts.formChanged)}</span>
      <Button isBusy={isBusy} onClick={() => void reload()} text={errorTexts.reload} />
    </div>
  );
}
