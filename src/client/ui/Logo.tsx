export type Brand = {
  readonly name: string;
  readonly logo?: {
    readonly src: string;
    /** Alternative text. If it contains the name, the name is not repeated. */
    readonly alt: string;
    readonly width: number;
    readonly height: number;
  };
};

/** Institution's logo and name, or a shield with its initial. */
export function Logo({ brand, isInverse = false }: { readonly brand: Brand; readonly isInverse?: boolean }) {
  const { name, logo } = brand;
  return (
    <span className={isInverse ? 'logo logo-inverse' : 'logo'}>
      {logo ? (
        <img className="logo-picture" src={logo.src} alt={logo.alt} width={logo.width} height={logo.height} />
      ) : (
        <svg className="logo-mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
          <path className="logo-shield" d="M4 3h24v14c0 7-5.200 10.500-12 13C9.200 27.500 4 24 4 17z" />
          <path className="logo-band" d="M4 8.500h24v2.500H4z" />
          <text className="logo-initials" x="16" y="22.500">
            {name.charAt(0)}
          </text>
        </svg>
      )}
      {!logo?.alt.includes(name) && <span>{name}</span>}
    </span>
  );
}
