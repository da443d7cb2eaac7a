/** An address as a service returns it. Absent parts are empty texts. */
export type FoundAddress = {
  readonly address_line_1: string;
  /** A flat or a unit, where the address is one. */
  readonly address_line_2: string;
  readonly city: string;
  /** Its name or its code. */
  readonly state: string;
  readonly zip: string;
  /** Name, code of two letters (ISO 3166-1), or a code of the questionnaire. */
  readonly country: string;
};

type AddressRequest = {
  /** As it was typed. */
  readonly query: string;
  readonly most: number;
  /** Code of the student's own state. */
  readonly near?: string | undefined;
  /** Whether the student has said in which country it is; of a provider that knows only one, it is that one. */
  readonly isCountryChosen: boolean;
};

/** A service that completes addresses. */
export type AddressProvider = {
  /** Code of two letters (ISO 3166-1) of the only country that it knows; left out where it knows several. */
  readonly only?: string;
  /** It may fail, and be slow: its caller ends it by the signal. */
  readonly complete: (request: AddressRequest, signal: AbortSignal) => Promise<readonly FoundAddress[]>;
};
