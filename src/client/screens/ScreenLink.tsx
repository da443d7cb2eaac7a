import type { MouseEvent, ReactNode } from 'react';
import { useHref, useLinkClickHandler } from 'react-router';
import type { NavigationState } from './navigation-state.ts';

type ScreenLinkProps = {
  readonly to: string;
  /** What is passed on to the screen. */
  readonly state?: NavigationState;
  readonly className?: string;
  /** Value of `aria-current`: the link leads to the current screen or section. */
  readonly current?: 'page' | 'location' | undefined;
  /** The entry of the history is replaced. */
  readonly replace?: boolean;
  readonly tabIndex?: number | undefined;
  /** Called before the link is followed; it may prevent that. */
  readonly onClick?: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined;
  readonly children: ReactNode;
};

/** A link to another screen. That of the router can do more, for which a phone would load 3 kB at the start. */
export function ScreenLink({
  to,
  state,
  className,
  current,
  replace = false,
  tabIndex,
  onClick,
  children,
}: ScreenLinkProps) {
  const follow = useLinkClickHandler(to, { state, replace });
  return (
    <a
      href={useHref(to)}
      className={className}
      aria-current={current}
      tabIndex={tabIndex}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    >
      {children}
    </a>
  );
}
