import { announce } from './messages.ts';

const style = document.createElement('style');
const STYLES = `
  [data-question] { border-radius: 6px; outline: 2px solid transparent; outline-offset: 4px; }
  @media (hover: hover) { [data-question]:hover { outline: 1px dashed #6b5bd2; } }
`;

/** Frames one question of the page, or none. */
export function markQuestion(key: string | undefined): void {
  const box = key === undefined ? '' : `[data-question="${CSS.escape(key)}"]`;
  style.textContent =
    STYLES + (box && `${box}, ${box}:hover { outline: 2px solid #5746c7; background: rgb(87 70 199 / 6%); }`);
}

/** Announces each question that is clicked, or that the focus comes to. */
export function announceChosen(): void {
  document.head.append(style);
  markQuestion(undefined);
  const choose = ({ target }: Event): void => {
    const box = target instanceof Element ? target.closest<HTMLElement>('[data-question]') : null;
    const key = box?.dataset['question'];
    if (key === undefined) return;
    markQuestion(key);
    announce({ kind: 'chosen', key });
  };
  document.addEventListener('pointerdown', choose, { capture: true });
  document.addEventListener('focusin', choose, { capture: true });
}
