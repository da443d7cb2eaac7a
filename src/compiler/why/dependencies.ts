import type { Condition, LayoutNode, Question, SwitchNode, TabsNode } from '#form/definition/definition.ts';
import { keysIn, questionsOf, tabGroupsOf } from '#form/definition/form-part.ts';
import { memoizeByObject } from '#form/definition/memoize-by-object.ts';
import type { CompiledPartner } from '../compile/compile-partner.ts';
import { namesWithin } from '#form/conditions/condition-parts.ts';
import { conjunctsOf, shownOf } from '../prove/formulas/form-conditions.ts';
import { layoutPlaces } from '../prove/layout-places.ts';
import type { Cursor } from '../source/cursor.ts';
import type { EffectKind } from './explanation.ts';

/** An effect of answers, tabs or confirmations on the form. */
export type Dependency = {
  readonly kind: EffectKind;
  /** Causes: question keys, tab group and confirmation IDs, without duplicates. */
  readonly from: readonly string[];
  /** Keys of the affected questions, in form order. */
  readonly keys: readonly string[];
  /** The node shown, if any; for a switch or tab group the case or tab has the title. */
  readonly node?: LayoutNode;
  readonly branch?: Branch;
  readonly title?: string;
  /** Absent if it always applies, such as a comparison of two dates. */
  readonly when?: Condition;
  /** Effect as a clause about the questions: `must be after “Visa Issue Date”`. */
  readonly what?: string;
  readonly at: Cursor | undefined;
};

/** A conditional part of a layout. */
type Branch = LayoutNode | SwitchNode['cases'][number] | TabsNode['tabs'][number];

/** Lists all effects of answers in a partner's form, as written, from top to bottom. */
export const dependenciesOf = memoizeByObject((partner: CompiledPartner): readonly Dependency[] => {
  const questions = [...questionsOf(partner.definition).values()];
  return [
    ...shownBy(partner),
    ...partsShown(partner),
    ...questions.flatMap((question) => demandsOf(question, partner)),
    ...questions.flatMap((question) => listsAndFills(question, partner)),
    ...clearedBy(partner),
  ];
});

function shownBy(partner: CompiledPartner): readonly Dependency[] {
  const places = layoutPlaces(partner).flatMap(({ node, own, at, switchCase }) => {
    if (!own) return [];
    const chosen = switchCase && node.kind === 'switch' ? node.cases[switchCase.index] : undefined;
    return [shows(own, { node, branch: chosen ?? node, at }, partner)];
  });
  const tabs = tabGroupsOf(partner.definition).flatMap((group) =>
    group.tabs.map((tab) => {
      const chosen: Condition = { valueKey: group.id, operator: 'equals', target: tab.id };
      const title = `the tab “${tab.title}”`;
      return shows(chosen, { node: group, branch: tab, title, at: partner.origins.get(tab) }, partner);
    }),
  );
  return [...places, ...tabs.filter(({ keys }) => keys.length > 0)];
}

type ShownPlace = Pick<Dependency, 'at' | 'title'> & { readonly node: LayoutNode; readonly branch: Branch };

function shows(when: Condition, place: ShownPlace, partner: CompiledPartner): Dependency {
  const { branch } = place;
  const inside = 'kind' in branch ? [branch] : branch.children;
  return { kind: 'shows', from: namesWithin(when), keys: keysIn(partner.definition, inside), ...place, when };
}

/** Dependencies of `requiredWhen`, rules, comparisons and notices of a question. */
function demandsOf(question: Question, { origins, taken }: CompiledPartner): readonly Dependency[] {
  const { key, requiredWhen, rules, relations = [], notices = [] } = question;
  const property = taken.keys.get(key)?.property;
  const demand = (
    kind: EffectKind,
    { when, text }: { readonly when?: Condition; readonly text?: string },
    at: Cursor | undefined,
    others: readonly string[] = [],
  ): Dependency => {
    const from = [...new Set([...others, ...namesWithin(when)])];
    return { kind, from, keys: [key], ...(when && { when }), ...(text && { what: `“${text}”` }), at };
  };
  const written = requiredWhen && (origins.get(requiredWhen) ?? property?.at('requiredWhen') ?? property);
  return [
    ...(requiredWhen ? [demand('requires', { when: requiredWhen }, written)] : []),
    ...rules.flatMap((rule) =>
      rule.when ? [demand('limits', { ...rule, text: rule.message }, origins.get(rule))] : [],
    ),
    ...relations.map((relation) =>
      demand('compares', { ...relation, text: relation.message }, origins.get(relation), relation.targetKeys),
    ),
    ...notices
      .map((notice) => {
        const others = [...(notice.comparison?.targetKeys ?? []), ...(notice.unlike ?? [])];
        const found = demand('notices', notice, origins.get(notice), others);
        return { ...found, from: found.from.filter((name) => name !== key) };
      })
      .filter(({ from }) => from.length > 0),
  ];
}

/** Lists opened by an answer, and fields filled by a directory entry. */
function listsAndFills(
  { key, dependsOn, lookup }: Question,
  { taken }: CompiledPartner,
): readonly Dependency[] {
  const property = taken.keys.get(key)?.property;
  const filled = Object.values(lookup?.fills ?? {}).filter((other) => other !== key);
  const fills = { kind: 'fills in', from: [key], keys: filled, at: property } as const;
  const at = property?.at('dependsOn');
  const opens = { kind: 'opens a list', from: [dependsOn?.valueKey ?? ''], keys: [key], at } as const;
  return [...(dependsOn?.lists ? [opens] : []), ...(filled.length > 0 ? [fills] : [])];
}

/** Answers cleared by a node other than the one that shows their question. */
function clearedBy({ definition, origins }: CompiledPartner): readonly Dependency[] {
  const further = [...shownOf(definition)].flatMap(([key, conditions]) => {
    const shown = conjunctTexts(questionsOf(definition).get(key)?.visibleWhen);
    return conditions.flatMap((when) => (shown.has(JSON.stringify(when)) ? [] : [{ key, when }]));
  });
  return [...Map.groupBy(further, ({ when }) => JSON.stringify(when)).values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const { when } = first;
    const keys = [...new Set(same.map(({ key }) => key))];
    return [{ kind: 'clears', from: namesWithin(when), keys, when, at: origins.get(when) }];
  });
}

/** Returns the parts of a conjunction as comparable strings. */
export function conjunctTexts(condition: Condition | undefined): ReadonlySet<string> {
  return new Set((condition ? conjunctsOf(condition) : []).map((part) => JSON.stringify(part)));
}

/** Conditions of widget parts beyond those of their question. */
function partsShown({ definition, origins, taken }: CompiledPartner): readonly Dependency[] {
  const questions = questionsOf(definition);
  return [...questions.values()].flatMap(({ key, partOf, visibleWhen }) => {
    if (partOf === undefined || !visibleWhen) return [];
    const around = conjunctTexts(questions.get(partOf)?.visibleWhen);
    const own = conjunctsOf(visibleWhen).filter((part) => !around.has(JSON.stringify(part)));
    return own.map((when) => ({
      kind: 'shows' as const,
      from: namesWithin(when),
      keys: [key],
      when,
      at: origins.get(when) ?? taken.keys.get(key)?.property,
    }));
  });
}
