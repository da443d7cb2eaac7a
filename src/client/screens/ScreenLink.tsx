import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler } from 'react-router';
import { say, type Text } from '#texts/say.ts';
import type { NavigationState } from '../session/navigation-state.ts';

type ScreenLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  readonly to: string;
  /** Navigation state to pass on. */
  readonly state?: NavigationState;
  /** Replaces the history entry. */
  readonly replace?: boolean;
  /** Replaces children. */
  readonly text?: Text;
};

/** Link to another screen. Saves 3 kB of the router's own link on first load. */
export function ScreenLink({
  to,
  state,
  replace = false,
  text,
  children,
  onClick,
  ...rest
}: ScreenLinkProps) {
  const follow = useLinkClickHandler(to, { state, replace });
  return (
    <a
      {...rest}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    >
      {text ? say(text) : children}
    </a>
  );
}
