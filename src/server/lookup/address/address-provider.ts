/** An address as a service tells it. Absent parts are empty texts. */
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

export type AddressRequest = {
  /** As it was typed. */
  readonly query: string;
  readonly most: number;
  /** Code of the student's own state. */
  readonly near?: string | undefined;
};

/** A service that completes addresses. It may fail, and be slow: its caller ends it by the signal. */
export type AddressProvider = (
  request: AddressRequest,
  signal: AbortSignal,
) => Promise<readonly FoundAddress[]>;
