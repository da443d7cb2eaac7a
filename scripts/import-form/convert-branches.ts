import { isRecord } from '#form/definition/own-property.ts';
import { type Condition, allOf, conditionOf, discriminatorOf, isRequirement } from './conditions.ts';
import { type Context, type LayoutNode, type Placed, type Scope, placedAt } from './form-draft.ts';
import { type Branch, type Member, type Part, children, nameOf, textOf } from './schema-source.ts';

/** Requires a question while a condition is true. */
export function requireWhen({ key, property }: Placed, when: Condition | undefined, scope: Scope): void {
  if (!property || scope.required.has(key)) return;
  if (!when) {
    scope.required.add(key);
    return;
  }
  const before: unknown = property['requiredWhen'];
  property['requiredWhen'] = isRecord(before) ? { any: [before, when] } : when;
}

/** Converts `if`, `then` and `else`, and the dependencies of properties. */
export function convertBranches(part: Part, context: Context): LayoutNode[] {
  const conditional = part.branches.flatMap((branch: Branch) => {
    const when = conditionOf(branch.condition, context.path, readingOf(context));
    if (!when) return [];
    const otherwise = convertOutcome(branch.no, { not: when }, context);
    return [...convertOutcome(branch.yes, when, context), ...otherwise];
  });
  const words = ['dependencies', 'dependentSchemas', 'dependentRequired'];
  const dependent = words.flatMap((word) =>
    children(part.words.get(word)).flatMap((member) => {
      const named = placedAt(context, nameOf(member));
      const when = { valueKey: named?.key, operator: 'answered' };
      const required = { ...member, value: { required: member.value } };
      return named ? convertOutcome(Array.isArray(member.value) ? required : member, when, context) : [];
    }),
  );
  return [...conditional, ...dependent];
}

function readingOf({ draft, scope }: Context) {
  return { source: draft.source, find: (path: readonly string[]) => scope.placed.get(path.join('/')) };
}

/** Converts what a schema adds while a condition is true. */
function convertOutcome(member: Member | undefined, when: Condition, context: Context): LayoutNode[] {
  const part = member && typeof member.value === 'object' ? context.draft.source.open(member) : undefined;
  if (!part) return [];
  const inside = { ...context, when: allOf([context.when, when]) };
  const nodes = context.convert(part, inside);
  requireAll(
    [...part.required].filter((name) => !part.properties.has(name)),
    inside,
  );
  return nodes;
}

function requireAll(names: Iterable<string>, context: Context): void {
  for (const name of names) {
    const placed = placedAt(context, name);
    if (placed) requireWhen(placed, context.when, context.scope);
  }
}

/** Converts alternatives that each require one optional question to a group; returns false for others. */
function isGroup(parts: readonly Part[], context: Context): boolean {
  const placed = parts.flatMap(({ required: [name, ...further] }) =>
    name !== undefined && further.length === 0 ? (placedAt(context, name) ?? []) : [],
  );
  const { scope, when } = context;
  const isOptional = ({ key, property }: Placed): boolean =>
    property !== undefined &&
    property['type'] !== 'boolean' &&
    !('requiredWhen' in property) &&
    !scope.required.has(key);
  const isWhole = parts.length > 1 && placed.length === parts.length && parts.every(isRequirement);
  if (!isWhole || !placed.every(isOptional)) return false;
  const keys = placed.map(({ key }) => key);
  const titles = placed.map(({ property }) => String(property?.['title']));
  const errorMessage = `Please answer at least one: ${titles.join(', ')}.`;
  scope.atLeastOne.push({ keys, ...(when && { when }), errorMessage });
  return true;
}

/** Converts alternatives of an object: by an answer, by what is required, or as tabs. */
export function convertAlternatives(part: Part, context: Context): LayoutNode[] {
  const list = part.words.get('oneOf') ?? part.words.get('anyOf');
  const parts = children(list).flatMap((one) => context.draft.source.open(one) ?? []);
  if (!list || parts.length === 0) return [];
  if (list.path.at(-1) === 'anyOf' && isGroup(parts, context)) return [];
  if (parts.every(isRequirement)) {
    for (const one of parts) {
      const others = parts.flatMap(({ required }) => [...required]).filter((name) => !one.required.has(name));
      const missing = others.map((name) => ({
        valueKey: placedAt(context, name)?.key,
        operator: 'notAnswered',
      }));
      requireAll(one.required, { ...context, when: allOf([context.when, ...missing]) });
    }
    return [];
  }
  const kind = discriminatorOf(parts, (name) => placedAt(context, name) !== undefined);
  if (kind === undefined) return tabsOf(parts, list, context);
  return parts.flatMap((one) => {
    const value = { properties: { [kind]: one.properties.get(kind)?.value } };
    const when = conditionOf({ ...one.at, value }, context.path, readingOf(context));
    const properties = new Map([...one.properties].filter(([name]) => name !== kind));
    const inside = { ...context, when: allOf([context.when, when]) };
    return when ? context.convert({ ...one, properties }, inside) : [];
  });
}

/** Lets people choose among alternatives that no answer decides. */
function tabsOf(parts: readonly Part[], list: Member, context: Context): LayoutNode[] {
  const { draft, path } = context;
  if (list.path.at(-1) === 'anyOf')
    draft.source.change(list, '"anyOf"', 'one of the alternatives can be chosen');
  if (parts.length < 2) return parts.flatMap((one) => context.convert(one, context));
  const tabs = parts.map((one, index) => {
    const title = textOf(one.words.get('title')) ?? `Option ${index + 1}`;
    return { id: draft.id(`${path.join('-')}-${title}`), title, children: context.convert(one, context) };
  });
  const id = draft.id(`${path.join('-')}-choice`);
  const node = { kind: 'tabs', id, label: 'Choose one', defaultTab: tabs[0]?.id, tabs };
  return [context.when ? { ...node, showWhen: context.when } : node];
}
