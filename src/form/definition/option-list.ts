export type Option = {
  readonly value: string;
  readonly label: string;
  /** What is stored as its label: that of the form itself, in whichever language it is read. Absent: `label`. */
  readonly stored?: string;
  /** Heading under which it is offered. */
  readonly group?: string;
  /** Other names by which it is found while one types. */
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
