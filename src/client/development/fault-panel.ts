/** Event for faults of the form, shown in `npm run dev` only. Sent by `scripts/dev/fault-panel.ts`. */
const EVENT = 'schemas:faults';

const STYLES = `
  :host { all: initial; }
  section {
    position: fixed; inset: auto 0 0; z-index: 2147483647; max-height: 45vh; overflow: auto;
    box-sizing: border-box; padding: 16px 24px; border-top: 4px solid #b3261e;
    background: #1d1b20; color: #f4eff4; font: 15px/1.5 system-ui, sans-serif;
    box-shadow: 0 -4px 24px rgb(0 0 0 / 40%);
  }
  h2 { margin: 0; font-size: 18px; }
  p { margin: 4px 0; }
  ol { margin: 12px 0 0; padding-left: 24px; }
  li { margin-top: 12px; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 12px; margin: 0; }
  dt { color: #cac4d0; }
  dd { margin: 0; overflow-wrap: anywhere; }
  a { color: #a8c7fa; }
  button {
    position: absolute; top: 12px; right: 24px; padding: 6px 14px; border: 1px solid #938f99; border-radius: 4px;
    background: none; color: inherit; font: inherit; cursor: pointer;
  }
  a:focus-visible, button:focus-visible { outline: 2px solid #fff; outline-offset: 2px; }
`;

function createPanel(): { readonly section: HTMLElement; readonly content: HTMLElement } {
  const host = document.createElement('fault-panel');
  const root = host.attachShadow({ mode: 'open' });
  const style = document.createElement('style');
  style.textContent = STYLES;
  const section = document.createElement('section');
  section.hidden = true;
  section.setAttribute('role', 'dialog');
  section.setAttribute('aria-labelledby', 'title');
  const content = document.createElement('div');
  const hide = document.createElement('button');
  hide.type = 'button';
  hide.textContent = 'Hide (Esc)';
  hide.addEventListener('click', () => {
    section.hidden = true;
  });
  section.append(content, hide);
  root.append(style, section);
  document.body.append(host);
  return { section, content };
}

function openEditor(event: Event): void {
  const link =
    event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-editor]') : null;
  if (!link) return;
  event.preventDefault();
  void fetch(link.href);
}

if (import.meta.hot) {
  const { section, content } = createPanel();
  let shown = '';
  content.addEventListener('click', openEditor);
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') section.hidden = true;
  });
  import.meta.hot.on(EVENT, ({ panel }: { readonly panel: string }) => {
    section.hidden = panel === '';
    if (panel === shown) return;
    shown = panel;
    content.innerHTML = panel;
  });
  import.meta.hot.send('schemas:opened');
}
