import type { CardDefinition } from '#form/definition/definition.ts';
import type { Cursor, Json } from '../source/cursor.ts';
import { type Fault, FaultList } from '../source/fault.ts';
import type { PartnerSources, Pictures } from '../source/open-schemas.ts';
import type { SourceSet } from '../source/source-set.ts';
import type { WidgetRegistry } from '../source/widget-registry.ts';
import { compileLogo, type ServedPicture } from './compile-logo.ts';
import { compileTexts } from './compile-texts.ts';
import { compileCards, type CompiledForm, compileForm } from './compile-form.ts';
import type { NameUse, Origins, RelationUse } from './context.ts';

/** What is compiled for one partner, of what, what names in it lead to, and what could not be resolved. */
export type CompiledPartner = CompiledForm & {
  readonly cards: Readonly<Record<string, CardDefinition>>;
  readonly settings: Json;
  /** The partner's logo. */
  readonly picture: ServedPicture | undefined;
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
  pictures: Pictures,
): CompiledPartner {
  const faults = new FaultList();
  const uses: NameUse[] = [];
  const relations: RelationUse[] = [];
  const origins: Origins = new Map();
  const context = { sources, widgets, report: faults.report, uses, relations, origins };
  const form = compileForm(context);
  const cards = compileCards(context);
  const logo = compileLogo(sources.cursor(`partners/${name}.json`)?.at('logo'), pictures);
  return {
    ...form,
    cards,
    settings: {
      ...Object(settings),
      ...compileTexts(sources, name),
      ...(logo && { logo: logo.settings }),
    },
    picture: logo?.served,
    sources,
    uses,
    relations,
    origins,
    faults: faults.sorted(),
  };
}
