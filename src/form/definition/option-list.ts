export type Option = {
  readonly value: string;
  readonly label: string;
  /** Label to store, in the form's own language. Default: `label`. */
  readonly stored?: string;
  /** Set if it cannot be chosen together with others, such as "None of these". */
  readonly exclusive?: true;
  /** Heading of its group. */
  readonly group?: string;
  /** Other search terms. */
  readonly aliases?: readonly string[];
};

/** A list of `count` years, from the year `start` or from `offset` years after this one. */
export type YearList = {
  readonly years: {
    readonly count: number;
    readonly direction: 'past' | 'future';
    readonly start?: number;
    readonly offset?: number;
  };
};

export type OptionList = readonly Option[] | YearList;
