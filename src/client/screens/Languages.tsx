import { useNavigate } from 'react-router';
import { useServices } from '#client/api/services.ts';
import { Button } from '#client/ui/Button.tsx';
import { say, pageTexts } from '#texts/say.ts';

const ONE_YEAR_SECONDS = 31_536_000;
const ENGLISH = 'en';

/** Switches to another language, each by its own name; empty if the partner offers only one. */
export function Languages() {
  const { language = ENGLISH, languages } = useServices().partner;
  if (!languages) return null;
  const others = Object.entries(languages).filter(([code]) => code !== language);
  return (
    <nav className="row languages no-print" aria-label={say(pageTexts.language)}>
      {others.map(([code, name]) => (
        <Button key={code} look="text" onClick={() => choose(code)}>
          <span lang={code} translate="no">
            {name}
          </span>
        </Button>
      ))}
    </nav>
  );
}

/** Returns a function that opens the form after a log-in, in the account's language. */
export function useOpenForm(): () => unknown {
  const navigate = useNavigate();
  const { language = ENGLISH } = useServices().partner;
  return () => {
    const [, stored = language] = /(?:^|; )language=([\w-]+)/.exec(document.cookie) ?? [];
    return stored === language ? navigate('/') : window.location.assign('/');
  };
}

/** Sets the language cookie and reloads. Typed text is saved as on any unload. */
function choose(code: string): void {
  document.cookie = `language=${code}; path=/; max-age=${ONE_YEAR_SECONDS}; samesite=lax`;
  window.location.reload();
}
