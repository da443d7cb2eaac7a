/** What becomes of what was stored under a name that was retired. */
export type Retired = 'kept' | 'deleted';

/** Former value → the value that it is today; stored answers that are no texts are found by their text. */
export type ValueMap = Readonly<Record<string, string | number | boolean>>;

/** Migrations of answers, from `formerly` and `schemas/retired.json`, per key. No former name is a current one. */
export type Moves = {
  /** Former key → key of today. The companions (`<key>_desc`) go along without being named. */
  readonly keys: Readonly<Record<string, string>>;
  /** By former key: applied once, as its answer moves. By key of today: applied to what it does not offer any more. */
  readonly values: Readonly<Record<string, ValueMap>>;
  /** Former id → id of today, of tab groups and add-anothers. */
  readonly groups: Readonly<Record<string, string>>;
  /** Id of a tab group of today → former tab → tab of today. */
  readonly tabs: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Key that is asked no more → what becomes of its answers. */
  readonly retired: Readonly<Record<string, Retired>>;
  /** Key of today → value that it offers no more → what becomes of such answers. */
  readonly retiredValues: Readonly<Record<string, Readonly<Record<string, Retired>>>>;
  /** Id of a tab group or an add-another that is no more. */
  readonly retiredGroups: Readonly<Record<string, Retired>>;
  /** Id of a tab group → tab that is no more. */
  readonly retiredTabs: Readonly<Record<string, Readonly<Record<string, Retired>>>>;
};
