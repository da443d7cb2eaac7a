/** Handling of answers stored under a retired name. */
export type Retired = 'kept' | 'deleted';

/** Former value → current value; stored non-text answers match by their text. */
export type ValueMap = Readonly<Record<string, string | number | boolean>>;

/** Migrations of answers, from `formerly` and `schemas/retired.json`, per key. No former name is a current one. */
export type AnswerMigrations = {
  /** Former key → current key. Companions (`<key>_desc`) are migrated implicitly. */
  readonly keys: Readonly<Record<string, string>>;
  /** By former key: applied once, during migration. By current key: applied to values no longer offered. */
  readonly values: Readonly<Record<string, ValueMap>>;
  /** Former ID → current ID of tab groups and add-anothers. */
  readonly groups: Readonly<Record<string, string>>;
  /** Current tab group ID → former tab → current tab. */
  readonly tabs: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Retired key → handling of its answers. */
  readonly retired: Readonly<Record<string, Retired>>;
  /** Current key → retired value → handling of such answers. */
  readonly retiredValues: Readonly<Record<string, Readonly<Record<string, Retired>>>>;
  /** ID of a retired tab group or add-another. */
  readonly retiredGroups: Readonly<Record<string, Retired>>;
  /** Tab group ID → retired tab. */
  readonly retiredTabs: Readonly<Record<string, Readonly<Record<string, Retired>>>>;
};
