import type { ComponentProps, ReactNode } from 'react';
import { Spinner } from './Spinner.tsx';
import { say, type Text } from '#texts/say.ts';

type ButtonLook = 'primary' | 'secondary' | 'text';

type ButtonSize = 'natural' | 'save' | 'submit' | 'wide';

type ButtonProps = Omit<ComponentProps<'button'>, 'className' | 'children'> & {
  readonly look?: ButtonLook;
  readonly size?: ButtonSize;
  /** Whether it deletes something, which changes the color. */
  readonly isDeletion?: boolean;
  /** Action in progress: keeps focus, ignores clicks. */
  readonly isBusy?: boolean;
  /** Label; use children for markup. */
  readonly text?: Text;
  readonly children?: ReactNode;
};

/** Native button. Links that look like one use {@link buttonClass}. */
export function Button({
  look = 'primary',
  size = 'natural',
  isDeletion = false,
  isBusy = false,
  onClick,
  ...rest
}: ButtonProps) {
  const { text, children, type = 'button', ...attributes } = rest;
  return (
    <button
      {...attributes}
      type={isBusy ? 'button' : type}
      className={isDeletion ? `${buttonClass(look, size)} button-deletion` : buttonClass(look, size)}
      aria-disabled={isBusy || attributes['aria-disabled']}
      onClick={isBusy ? undefined : onClick}
    >
      {isBusy && <Spinner size="s" />}
      {text ? say(text) : children}
    </button>
  );
}

/** Returns button classes, for links that look like one. */
export function buttonClass(look: ButtonLook, size: ButtonSize = 'natural'): string {
  return size === 'natural' ? `button button-${look}` : `button button-${look} button-${size}`;
}
