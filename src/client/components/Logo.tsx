import './Logo.css';

/** The institution's name with a shield that bears its initial. */
export function Logo({ name, isInverse = false }: { readonly name: string; readonly isInverse?: boolean }) {
  return (
    <span className={isInverse ? 'logo logo-inverse' : 'logo'}>
      <svg className="logo-mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <path className="logo-shield" d="M4 3h24v14c0 7-5.200 10.500-12 13C9.200 27.500 4 24 4 17z" />
        <path className="logo-band" d="M4 8.500h24v2.500H4z" />
        <text className="logo-initials" x="16" y="22.500">
          {name.charAt(0)}
        </text>
      </svg>
      <span>{name}</span>
    </span>
  );
}
