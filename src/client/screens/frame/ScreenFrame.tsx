import type { MouseEvent, ReactNode } from 'react';
import { AccountArea } from './AccountArea.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { say } from '#texts/say.ts';
import { frameTexts } from '#generated/texts.ts';
import './frame.css';

/** The frame of every screen of the form: the institution and the account above, help below. */
export function ScreenFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className="screen-frame">
      <a className="skip-link no-print" href="#main" onClick={skip}>
        {say(frameTexts.skip)}
      </a>
      <Header>
        <AccountArea />
      </Header>
      {children}
      <Footer />
    </div>
  );
}

/** In place of the browser's own jump: a hash in the address names a question. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
