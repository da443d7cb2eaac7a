import type { CardDefinition } from '#form/definition/definition.ts';
import type { Cursor, Json } from '../source/cursor.ts';
import { type Fault, FaultList } from '../source/fault.ts';
import type { PartnerSources } from '../source/open-schemas.ts';
import type { SourceSet } from '../source/source-set.ts';
import type { WidgetRegistry } from '../source/widget-registry.ts';
import { compileTexts } from './compile-texts.ts';
import { compileCards, type CompiledForm, compileForm } from './compile-form.ts';
import type { NameUse, Origins, RelationUse } from './context.ts';

/** What is compiled for one partner, of what, what names in it lead to, and what could not be resolved. */
export type CompiledPartner = CompiledForm & {
  readonly cards: Readonly<Record<string, CardDefinition>>;
  readonly settings: Json;
  readonly sources: SourceSet;
  readonly uses: readonly NameUse[];
  readonly relations: readonly RelationUse[];
  readonly origins: ReadonlyMap<object, Cursor>;
  readonly faults: readonly Fault[];
};

/** The form and the log-in cards of one partner, as far as they can be compiled, so that one run finds all faults. */
export function compilePartner(
  { name, settings, sources }: PartnerSources,
  widgets: WidgetRegistry,
): CompiledPartner {
  const faults = new FaultList();
  const uses: NameUse[] = [];
  const relations: RelationUse[] = [];
  const origins: Origins = new Map();
  const context = { sources, widgets, report: faults.report, uses, relations, origins };
  const form = compileForm(context);
  const cards = compileCards(context);
  return {
    ...form,
    cards,
    settings: { ...Object(settings), ...compileTexts(sources, name) },
    sources,
    uses,
    relations,
    origins,
    faults: faults.sorted(),
  };
}
