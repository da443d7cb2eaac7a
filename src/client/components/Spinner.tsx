import './Spinner.css';

/** A turning ring beside text that says what is on its way. */
export function Spinner({ size }: { size: 'xs' | 's' | 'm' }) {
  return <span className={`spinner spinner--${size}`} aria-hidden="true" />;
}

/** The spinner over the whole screen, 10 rem, one turn in 2 s (specification 9). */
export function SpinnerScreen() {
  return (
    <div className="spinner-screen" role="status">
      <span className="spinner" aria-hidden="true" />
      <span className="visually-hidden">Loading...</span>
    </div>
  );
}
