import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { hasUnsaved } from '../saving/autosave-state.ts';
import { saveWhenAsked } from '../saving/save-in-other-tabs.ts';
import { onPageShown } from '#client/ui/page-visibility.ts';
import { useServices, type Services } from '#client/api/services.ts';
import { commitDrafts } from '#client/widgets/pending-drafts.ts';
import type { Application } from './application.ts';
import { endSession } from './end-session.ts';
import { say } from '#texts/say.ts';
import { errorTexts } from '#generated/texts.ts';

/**
 * Leaves for the log-in screen as soon as the session is over, no matter who finds out: the server, another tab, or the
 * cookies of a page that was put aside and comes back. A visitor has none.
 */
export function useSessionEnd(application: Application | undefined): void {
  const services = useServices();
  const navigate = useNavigate();
  const hasEnded = useRef(false);
  useEffect(() => {
    const end = (message?: string): void => {
      // Several calls may find out at once.
      if (hasEnded.current) return;
      hasEnded.current = true;
      endSession(services, navigate, application, message);
    };
    const endInvalid = (): void => {
      const message = application?.logOutMessage.get() ?? say(errorTexts.sessionInvalid);
      if (message) end(message);
    };
    const stops = [services.onUnauthorized(endInvalid)];
    if (application?.autosave) {
      const { username } = application.student.get();
      services.otherTabs.post({ kind: 'opened', username });
      stops.push(
        services.otherTabs.listen((message) => {
          if (message.kind === 'leaving' && message.message) application.logOutMessage.set(message.message);
          if (message.kind === 'ended') end(message.message);
          else if (message.kind === 'opened' && message.username !== username) endInvalid();
        }),
        saveWhenAsked(services.otherTabs, () => saveIfUnsaved(application)),
        watchReturn(services, username, endInvalid),
      );
    }
    return () => stops.forEach((stop) => stop());
  }, [services, application, navigate]);
}

/** Saves what is not saved, also what is still being typed; undefined when there is nothing. */
function saveIfUnsaved({ autosave }: Application): Promise<boolean> | undefined {
  commitDrafts();
  return autosave && hasUnsaved(autosave.getState()) ? autosave.flush() : undefined;
}

/** A page that was frozen or kept for Back has heard nothing in the meantime. @returns stops watching */
function watchReturn(services: Services, username: string, onEnded: () => void): () => void {
  const look = (): void => {
    if (!services.isSignedIn()) onEnded();
  };
  const askServer = async (): Promise<void> => {
    const profile = await services.application.profile();
    if (profile.username.toLowerCase() !== username) onEnded();
  };
  const show = ({ persisted }: PageTransitionEvent): void => {
    look();
    // Who listens for the end of a session is notified; without a connection the next save finds out.
    if (persisted && services.isSignedIn()) askServer().catch(() => undefined);
  };
  const stop = onPageShown(look);
  window.addEventListener('pageshow', show);
  return () => {
    stop();
    window.removeEventListener('pageshow', show);
  };
}
