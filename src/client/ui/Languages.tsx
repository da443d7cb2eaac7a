import { Button } from './Button.tsx';
import { say, pageTexts } from '#texts/say.ts';

const ONE_YEAR_SECONDS = 31_536_000;

/** Language switcher, with each language's own name. */
export function Languages({ languages }: { readonly languages: Readonly<Record<string, string>> }) {
  return (
    <nav className="row languages no-print" aria-label={say(pageTexts.language)}>
      {Object.entries(languages).map(([code, name]) => (
        <Button key={code} look="text" onClick={() => choose(code)}>
          <span lang={code} translate="no">
            {name}
          </span>
        </Button>
      ))}
    </nav>
  );
}

/** Sets the language cookie and reloads. Typed text is saved as on any unload. */
function choose(code: string): void {
  document.cookie = `language=${code}; path=/; max-age=${ONE_YEAR_SECONDS}; samesite=lax`;
  window.location.reload();
}
