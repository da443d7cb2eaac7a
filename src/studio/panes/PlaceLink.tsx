import Link from '@mui/material/Link';
import type { MouseEvent } from 'react';
import type { Place } from '../studio-data.ts';

/** A place in `schemas/`, as a link that opens the editor there. */
export function PlaceLink({ place: { file, line, column } }: { readonly place: Place }) {
  const words = { file: `schemas/${file}:${line}:${column}` };
  const address = `/__open-in-editor?${new URLSearchParams(words).toString()}`;
  const open = (event: MouseEvent): void => {
    event.preventDefault();
    void fetch(address);
  };
  return (
    <Link
      href={address}
      onClick={open}
      title="Open in the editor"
      sx={{
        fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
        fontSize: '0.8125rem',
        overflowWrap: 'anywhere',
      }}
    >
      {file}:{line}
    </Link>
  );
}
