/** The part of `zipcodes`, which has no types, that is used. */
declare module 'zipcodes' {
  type Place = { readonly city: string; readonly state: string; readonly country: 'US' | 'Canada' };
  const zipcodes: { lookup(code: string): Place | undefined };
  export default zipcodes;
}
