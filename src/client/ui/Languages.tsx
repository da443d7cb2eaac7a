import { Button } from './Button.tsx';
import { say, pageTexts } from '#texts/say.ts';

const ONE_YEAR_SECONDS = 31_536_000;

/** Lists the languages of the page by their own names. */
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

/** The server writes the page in the language of this cookie; what was typed is kept as whenever a page is left. */
function choose(code: string): void {
  document.cookie = `language=${code}; path=/; max-age=${ONE_YEAR_SECONDS}; samesite=lax`;
  window.location.reload();
}
