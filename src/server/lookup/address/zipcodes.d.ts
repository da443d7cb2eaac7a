/** Types of the used part of `zipcodes`, which has none. */
declare module 'zipcodes' {
  type Place = { readonly city: string; readonly state: string; readonly country: 'US' | 'Canada' };
  const zipcodes: { lookup(code: string): Place | undefined };
  export default zipcodes;
}
