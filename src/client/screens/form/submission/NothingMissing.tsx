import { useLocation } from 'react-router';
import type { FormDefinition } from '#form/definition/definition.ts';
import { Say } from '#client/ui/Say.tsx';
import { ScreenLink } from '#client/screens/ScreenLink.tsx';
import { say } from '#texts/say.ts';
import { submitTexts } from '#generated/texts.ts';

/** After the last thing is mended: what is left is to submit, and where that is done. */
export function NothingMissing({ definition }: { readonly definition: FormDefinition }) {
  const last = definition.pages.at(-1);
  const { pathname } = useLocation();
  return (
    <p>
      {say(submitTexts.nothingMissing)}{' '}
      {last && pathname !== last.path ? (
        <Say
          text={submitTexts.page}
          values={{ page: <ScreenLink to={last.path}>{last.title}</ScreenLink> }}
        />
      ) : (
        say(submitTexts.here)
      )}
    </p>
  );
}
