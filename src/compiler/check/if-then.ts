type Schema = Readonly<Record<string, unknown>>;

/** A conditional JSON Schema. */
export function ifThen(condition: object, consequence: object): Schema {
  return Object.fromEntries([['if', condition], thenMember(consequence)]);
}

/** A literal member of that name would make the schema look like a promise. */
function thenMember(consequence: object): readonly [keyword: string, schema: object] {
  return ['then', consequence];
}
