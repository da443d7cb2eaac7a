import '#client/components/ErrorScreen.css';
import { useServices } from '#client/data/services.ts';
import { useTitle } from '../use-title.ts';

const HEADING = 'This link cannot be opened.';

/** The error screen of a link that is not valid: nothing broke, and loading it again would not help. */
export function RefusedLink({ message }: { readonly message: string }) {
  useTitle(HEADING, useServices().partner.name);
  return (
    <main data-ready="refused">
      <div className="error-screen" role="alert">
        <h1>{HEADING}</h1>
        <p>{message}</p>
      </div>
    </main>
  );
}
