/** A number of the university that a phone calls; it stays in one line. */
export function Telephone({ number }: { readonly number: string }) {
  return <a href={`tel:+1${number.replaceAll(/\D/g, '')}`}>{number}</a>;
}
