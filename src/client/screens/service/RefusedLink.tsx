import { useTitle } from '../use-title.ts';
import { useServices } from '#client/data/services.ts';
import '#client/components/ErrorScreen.css';

const HEADING = 'This link cannot be opened.';

/** The error screen of a link that is not valid: nothing broke, and loading it again would not help. */
export function RefusedLink({ message }: { readonly message: string }) {
  useTitle(HEADING, useServices().partner.name);
  return (
    <main className="error-screen" role="alert" data-ready="refused">
      <h1>{HEADING}</h1>
      <p>{message}</p>
    </main>
  );
}
