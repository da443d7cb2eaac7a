import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler } from 'react-router';
import { say, type Text } from '#texts/say.ts';
import type { NavigationState } from '../session/navigation-state.ts';

type ScreenLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  readonly to: string;
  /** What is passed on to the screen. */
  readonly state?: NavigationState;
  /** The entry of the history is replaced. */
  readonly replace?: boolean;
  /** In place of children. */
  readonly text?: Text;
};

/** A link to another screen. That of the router can do more, for which a phone would load 3 kB at the start. */
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
