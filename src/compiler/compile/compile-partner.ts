import { isYearList } from '#form/answers/option-lists.ts';
import type { CardDefinition, FormDefinition } from '#form/definition/definition.ts';
import type { Option } from '#form/definition/option-list.ts';
import type { Cursor, Json } from '../source/cursor.ts';
import { type Fault, FaultList } from '../source/fault.ts';
import type { PartnerSources, Pictures } from '../source/open-schemas.ts';
import type { SourceSet } from '../source/source-set.ts';
import type { WidgetRegistry } from '../source/widget-registry.ts';
import { compileLogo, type ServedPicture } from './compile-logo.ts';
import { compileDeadlines } from './compile-deadlines.ts';
import { compileTexts } from './compile-texts.ts';
import { compileCards, type CompiledForm, compileForm } from './compile-form.ts';
import type { NameUse, Origins, RelationUse } from './context.ts';

/** What a student reads. */
export type Spoken = Pick<CompiledForm, 'definition'> & {
  readonly cards: Readonly<Record<string, CardDefinition>>;
  readonly settings: Json;
};

/** What is compiled for one partner, of what, what names in it lead to, and what could not be resolved. */
export type CompiledPartner = CompiledForm & {
  /** What a student reads in each further language, by its name. */
  readonly languages: ReadonlyMap<string, Spoken>;
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
  { name, languages, ...reading }: PartnerSources,
  widgets: WidgetRegistry,
  pictures: Pictures,
): CompiledPartner {
  const names = languages.flatMap(({ sources: { translation } }) =>
    translation ? [[translation.language, translation.name] as const] : [],
  );
  const choice = names.length === 0 ? {} : { languages: { en: 'English', ...Object.fromEntries(names) } };
  const compile = (each: PartnerReading) => compileReading(name, each, { widgets, pictures, choice });
  const compiled = compile(reading);
  const { hash, options } = compiled.definition;
  return {
    ...compiled,
    languages: new Map(
      languages.map((each) => {
        const { definition, cards, settings } = compile(each);
        const { language = '', direction } = each.sources.translation ?? {};
        // It is the same form: a page in one language and the server in another speak of one.
        return [
          language,
          {
            definition: { ...definition, hash, options: withStoredLabels(definition.options, options) },
            cards,
            settings: { ...Object(settings), language, direction },
          },
        ] as const;
      }),
    ),
  };
}

/** Whatever language an answer was given in, staff read the label of the form itself. */
function withStoredLabels(spoken: OptionListsByName, written: OptionListsByName): OptionListsByName {
  return Object.fromEntries(
    Object.entries(spoken).map(([name, list]) => {
      const own = written[name];
      if (!own || isYearList(own) || isYearList(list)) return [name, list];
      const labels = new Map(own.map(({ value, label }) => [value, label]));
      return [name, list.map((option) => ({ ...option, ...storedLabelOf(option, labels) }))];
    }),
  );
}

function storedLabelOf(
  { value, label }: Option,
  labels: ReadonlyMap<string, string>,
): Pick<Option, 'stored'> {
  const stored = labels.get(value);
  return stored === undefined || stored === label ? {} : { stored };
}

type OptionListsByName = FormDefinition['options'];

type PartnerReading = Pick<PartnerSources, 'settings' | 'sources'>;

type Shared = {
  readonly widgets: WidgetRegistry;
  readonly pictures: Pictures;
  readonly choice: { readonly languages?: Readonly<Record<string, string>> };
};

function compileReading(
  name: string,
  { settings, sources }: PartnerReading,
  { widgets, pictures, choice }: Shared,
): Omit<CompiledPartner, 'languages'> {
  const faults = new FaultList();
  const uses: NameUse[] = [];
  const relations: RelationUse[] = [];
  const origins: Origins = new Map();
  const context = { sources, widgets, report: faults.report, uses, relations, origins };
  const form = compileForm(context);
  const cards = compileCards(context);
  const partner = sources.cursor(`partners/${name}.json`);
  const logo = compileLogo(partner?.at('logo'), pictures);
  return {
    ...form,
    cards,
    settings: {
      ...Object(settings),
      ...compileTexts(sources, name),
      ...choice,
      ...(logo && { logo: logo.settings }),
      ...compileDeadlines(partner, form.definition),
    },
    picture: logo?.served,
    sources,
    uses,
    relations,
    origins,
    faults: faults.sorted(),
  };
}
