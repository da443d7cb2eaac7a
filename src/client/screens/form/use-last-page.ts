import { useEffect } from 'react';
import { endsForm } from '#client/api/request-error.ts';
import { useServices } from '#client/api/services.ts';
import { useApplication } from '#client/session/application.ts';

/** Reports the current page to the server, so that the next log-in comes back to it. */
export function useLastPage(path: string): void {
  const { student, autosave } = useApplication();
  const { application: calls } = useServices();
  useEffect(() => {
    const current = student.get();
    if (!autosave || current.lastPage === path || current.webStatus === 'submitted') return;
    student.set({ ...current, lastPage: path });
    calls.setLastPage(path).catch((error: unknown) => {
      // The student can do nothing about a failure: the next page reports again.
      if (!endsForm(error)) console.error(error);
    });
  }, [student, autosave, calls, path]);
}
