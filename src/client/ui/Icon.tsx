const PATHS = {
  check: 'm5 12.500 4.500 4.500L19 7.500',
  alert: 'M12 7v6m0 4v.01M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z',
  form: 'M6 3.500h8.500L18.500 7.500v13H6zM9.500 13.500l2 2 3.500-4',
  close: 'm6 6 12 12M18 6 6 18',
  person: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4.500 20.500c1-4 4-5.500 7.500-5.500s6.500 1.500 7.500 5.500',
  cloud: 'M7 18a4 4 0 0 1-.5-7.970A5.500 5.500 0 0 1 17 9.500a4.250 4.250 0 0 1 0 8.500z',
  ring: 'M12 4.500a7.500 7.500 0 1 1 0 15 7.500 7.500 0 0 1 0-15z',
  begun: 'M12 4.500a7.500 7.500 0 1 1 0 15 7.500 7.500 0 0 1 0-15zM9 12h6',
  down: 'm7 10 5 5 5-5',
} as const;

export type IconName = keyof typeof PATHS;

type IconProps = { readonly name: IconName; readonly className?: string };

/** Decorative 24 by 24 line icon. */
export function Icon({ name, className }: IconProps) {
  return (
    <svg
      className={className}
      viewBox="0 0 24 24"
      width="24"
      height="24"
      aria-hidden="true"
      focusable="false"
    >
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
