import { Say } from './Say.tsx';

/** What a partner wants everybody to read, in a calm strip; it may hold links. Nothing where it says nothing. */
export function Announcement({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p className="announcement no-print">
      <span className="announcement-text">
        <Say text={{ text }} values={{}} />
      </span>
    </p>
  );
}
