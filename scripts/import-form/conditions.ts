import { type FormSource, type Member, type Part, child, children, numberOf } from './schema-source.ts';

/** A condition as in the UI files. */
export type Condition = Readonly<Record<string, unknown>>;

/** A question that conditions can name. */
export type Named = {
  readonly key: string;
  readonly type: string;
  /** Option values by the JSON of what the schema calls them. */
  readonly codes: ReadonlyMap<string, string>;
};

/** Finds the question of a property by its path in the data. */
type Find = (path: readonly string[]) => Named | undefined;

type Reading = { readonly source: FormSource; readonly find: Find };

/** Joins conditions; undefined without any. */
export function allOf(conditions: readonly (Condition | undefined)[]): Condition | undefined {
  const all = conditions.filter((one) => one !== undefined);
  // Who chose a value has answered.
  const compared = all.filter(({ operator }) => operator === 'equals' || operator === 'in');
  const isImplied = (one: Condition) =>
    one['operator'] === 'answered' && compared.some(({ valueKey }) => valueKey === one['valueKey']);
  const known = all.filter((one) => !isImplied(one));
  return known.length > 1 ? { all: known } : known[0];
}

/** Joins alternatives, of which there is at least one. */
export function anyOf(conditions: readonly Condition[]): Condition {
  const [first = {}, ...others] = conditions;
  return others.length === 0 ? first : { any: conditions };
}

/** Converts the `if` of a schema: what its properties must be. Reports what no condition says. */
export function conditionOf(
  member: Member,
  path: readonly string[],
  reading: Reading,
): Condition | undefined {
  const part = reading.source.open(member);
  if (!part) return undefined;
  const own = [...part.properties].map(([name, one]) => propertyCondition(one, [...path, name], reading));
  const given = [...part.required]
    .filter((name) => !part.properties.has(name))
    .map((name) => answered([...path, name], reading));
  const groups = (['anyOf', 'oneOf'] as const).flatMap((word) => {
    const list = children(part.words.get(word)).map((one) => conditionOf(one, path, reading));
    const known = list.filter((one) => one !== undefined);
    return known.length > 0 ? [anyOf(known)] : [];
  });
  const not = part.words.get('not');
  const negated = not && conditionOf(not, path, reading);
  return allOf([...own, ...given, ...groups, negated && { not: negated }]);
}

function answered(path: readonly string[], { find }: Reading): Condition | undefined {
  const named = find(path);
  return named && { valueKey: named.key, operator: 'answered' };
}

function propertyCondition(member: Member, path: readonly string[], reading: Reading): Condition | undefined {
  const part = reading.source.open(member);
  if (!part) return undefined;
  if (part.properties.size > 0) return conditionOf(member, path, reading);
  const named = reading.find(path);
  if (!named) {
    reading.source.lose(member, `a condition on "${path.join('.')}"`, 'there is no such question before it');
    return undefined;
  }
  const found = comparisonsOf(part, named);
  const negated = part.words.get('not');
  const inverse = negated && propertyCondition(negated, path, reading);
  const condition = allOf([...found, inverse && { not: inverse }]);
  if (!condition && [...part.words.keys()].some((word) => !ANY_ANSWER.has(word)))
    reading.source.lose(member, `a condition on "${path.join('.')}"`, 'conditions compare values here');
  return condition ?? { valueKey: named.key, operator: 'answered' };
}

/** Keywords that any answer satisfies. */
const ANY_ANSWER: ReadonlySet<string> = new Set('type title description minLength minItems'.split(' '));

const COMPARISONS: Readonly<Record<string, string>> = {
  minimum: 'gte',
  maximum: 'lte',
  exclusiveMinimum: 'gt',
  exclusiveMaximum: 'lt',
};

function comparisonsOf(part: Part, named: Named): readonly Condition[] {
  const { key: valueKey, type } = named;
  const contained = part.words.get('contains');
  const [fixed, list] = ['const', 'enum'].map(
    (word) => part.words.get(word) ?? (contained && child(contained, word)),
  );
  const targets = list ? children(list) : fixed ? [fixed] : [];
  const values = targets.flatMap(({ value }) => targetOf(value, named));
  // A box that is not checked is not answered.
  const isUnchecked = type === 'boolean' && values[0] === false;
  const single = isUnchecked
    ? { valueKey, operator: 'notEquals', target: true }
    : { valueKey, operator: 'equals', target: values[0] };
  const several = { valueKey, operator: 'in', target: values };
  const isNumber = type === 'number' || type === 'integer';
  const compared = Object.entries(isNumber ? COMPARISONS : {}).flatMap(([word, operator]) => {
    const target = numberOf(part.words.get(word));
    return target === undefined ? [] : [{ valueKey, operator, target }];
  });
  return [...(values.length > 1 ? [several] : values.length === 1 ? [single] : []), ...compared];
}

/** Returns what is stored for a value of the schema. */
function targetOf(value: unknown, { codes }: Named): readonly unknown[] {
  if (codes.size > 0) return [codes.get(JSON.stringify(value))].filter((one) => one !== undefined);
  return value === null || value === '' ? [] : [value];
}

/** The property of each alternative with constants of its own, such as a kind; undefined without one. */
export function discriminatorOf(
  alternatives: readonly Part[],
  isQuestion: (name: string) => boolean,
): string | undefined {
  const [first] = alternatives;
  return [...(first?.properties.keys() ?? [])].find(
    (name) =>
      isQuestion(name) &&
      alternatives.every((one) => {
        const member = one.properties.get(name);
        return member !== undefined && (child(member, 'const') ?? child(member, 'enum')) !== undefined;
      }),
  );
}

/** Whether an alternative only says which answers it needs. */
export function isRequirement(part: Part): boolean {
  return (
    part.required.size > 0 &&
    part.properties.size === 0 &&
    [...part.words.keys()].every((word) => ANY_ANSWER.has(word))
  );
}
