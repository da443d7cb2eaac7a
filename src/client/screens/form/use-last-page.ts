import { useEffect } from 'react';
import { endsForm } from '#client/data/request-error.ts';
import { useServices } from '#client/data/services.ts';
import { useApplication } from '#client/application/application.ts';

/** Tells the server on which page the student is, so that the next log-in comes back to it. */
export function useLastPage(path: string): void {
  const { student, autosave } = useApplication();
  const { application: calls } = useServices();
  useEffect(() => {
    const current = student.get();
    if (!autosave || current.lastPage === path || current.webStatus === 'submitted') return;
    student.set({ ...current, lastPage: path });
    calls.setLastPage(path).catch((error: unknown) => {
      // Nothing the student could do about a failure: the next page tells again.
      if (!endsForm(error)) console.error(error);
    });
  }, [student, autosave, calls, path]);
}
