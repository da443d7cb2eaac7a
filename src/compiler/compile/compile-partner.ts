import { createHash } from 'node:crypto';
import { isYearList, optionsOf } from '#form/answers/option-lists.ts';
import type { Deadlines } from '#form/deadlines/deadlines.ts';
import { momentsOf } from '#form/deadlines/local-time.ts';
import type { CardDefinition, FormDefinition } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import type { Option } from '#form/definition/option-list.ts';
import type { Cursor, Json } from '../source/cursor.ts';
import { type Fault, FaultList } from '../source/fault.ts';
import type { PartnerSources, Pictures } from '../source/open-schemas.ts';
import { readPicture } from '../source/picture.ts';
import type { SourceSet } from '../source/source-set.ts';
import type { WidgetRegistry } from '../source/widget-registry.ts';
import { type CompiledForm, compileCards, compileForm } from './compile-form.ts';
import { compileTexts } from './compile-messages.ts';
import type { NameUse, Origins, RelationUse } from './context.ts';

/** What students see in one language. */
export type LocalizedPartner = Pick<CompiledForm, 'definition'> & {
  readonly cards: Readonly<Record<string, CardDefinition>>;
  readonly settings: Json;
};

/** The compiled form of one partner, with its sources, resolved names and faults. */
export type CompiledPartner = CompiledForm & {
  readonly languages: ReadonlyMap<string, LocalizedPartner>;
  readonly cards: Readonly<Record<string, CardDefinition>>;
  readonly settings: Json;
  readonly picture: ServedPicture | undefined;
  readonly sources: SourceSet;
  readonly uses: readonly NameUse[];
  readonly relations: readonly RelationUse[];
  readonly origins: ReadonlyMap<object, Cursor>;
  readonly faults: readonly Fault[];
};

/** Compiles the form and cards of one partner as far as possible, to report all faults in one run. */
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
        const { language = '', direction, locale } = each.sources.translation ?? {};
        // Keeps the hash: clients and server in different languages share one form.
        return [
          language,
          {
            definition: {
              ...definition,
              hash,
              options: localizedOptions(definition.options, options, locale),
            },
            cards,
            settings: { ...Object(settings), language, direction, locale },
          },
        ] as const;
      }),
    ),
  };
}

/** Sorts lists, and adds the labels to store, which are in the form's own language for staff. */
function localizedOptions(
  spoken: OptionListsByName,
  written: OptionListsByName,
  locale: string | undefined,
): OptionListsByName {
  return Object.fromEntries(
    Object.entries(spoken).map(([name, list]) => {
      const own = written[name];
      if (!own || isYearList(own) || isYearList(list)) return [name, list];
      const labels = new Map(own.map(({ value, label }) => [value, label]));
      const labeled = list.map((option) => ({ ...option, ...storedLabelOf(option, labels) }));
      return [name, sortedRuns(labeled, locale)];
    }),
  );
}

/** Shorter runs can be in alphabetical order by chance. */
const FEWEST_SORTED = 8;

/** Sorts each run of options whose stored labels are in alphabetical order, within their groups. */
function sortedRuns(list: readonly Option[], locale: string | undefined): readonly Option[] {
  const runs: Option[][] = [];
  for (const option of list) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    const isNext = before && (before.group !== option.group || byLabel(before, option) <= 0);
    if (run && isNext) run.push(option);
    else runs.push([option]);
  }
  const { compare } = new Intl.Collator(locale);
  return runs.flatMap((run) => {
    if (run.length < FEWEST_SORTED) return run;
    const groups = Map.groupBy(run, ({ group }) => group);
    return [...groups.values()].flatMap((group) => group.toSorted((a, b) => compare(a.label, b.label)));
  });
}

function byLabel(one: Option, other: Option): number {
  return (one.stored ?? one.label).localeCompare(other.stored ?? other.label, 'en');
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
  const partner = sources.cursor(`partners/${name}.json`);
  const form = compileForm(context, compileCycle(partner, sources));
  const cards = compileCards(context);
  const logo = compileLogo(partner?.at('logo'), pictures);
  // The cycle is part of the definition.
  const { cycle: _cycle, ...own } = Object(settings);
  return {
    ...form,
    cards,
    settings: {
      ...own,
      application_title: Object(settings).application_title ?? form.definition.title,
      ...compileFooter(sources),
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

/** Returns the links of form.json below every page, which load before the form. */
function compileFooter(sources: SourceSet): { readonly footer?: Json } {
  const footer = sources.cursor('form.json')?.at('footer');
  return footer ? { footer: footer.json() } : {};
}

/** A picture to serve: its path below the site root, and its contents. */
type ServedPicture = { readonly path: string; readonly bytes: Uint8Array };

/** Height of the declared size; the page only needs the ratio. */
const HEIGHT = 36;

/** Compiles a partner's logo with a content hash in its path for caching; undefined if invalid. */
function compileLogo(logo: Cursor | undefined, pictures: Pictures) {
  const bytes = pictures.get(logo?.at('file')?.text() ?? '');
  const picture = bytes && readPicture(bytes);
  if (!bytes || !picture || picture.height === 0) return undefined;
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  const path = `assets/logo-${hash}.${picture.type}`;
  const width = Math.round((picture.width / picture.height) * HEIGHT);
  const settings = { src: `/${path}`, alt: logo?.at('alt')?.text() ?? '', width, height: HEIGHT };
  const served: ServedPicture = { path, bytes };
  return { settings, served };
}

/** A deadline includes its whole last minute. */
const LAST_MINUTE_MS = 60_000;

/** Converts deadlines to instants, so browsers need no time zone; the later of a repeated hour. */
function compileDeadlines(
  partner: Cursor | undefined,
  definition: FormDefinition,
): { readonly deadlines?: Deadlines } {
  const written = partner?.at('deadlines');
  const question = written?.at('question')?.text();
  if (!written || question === undefined) return {};
  const timeZone = partner?.at('time_zone')?.text() ?? 'UTC';
  const labels = termsOf(definition, question);
  const dates = written.list('dates').flatMap((date) => {
    const term = date.at('term')?.text() ?? '';
    const minute = momentsIn(date.at('until')?.text() ?? '', timeZone).at(-1);
    if (minute === undefined) return [];
    const ends = new Date(minute.getTime() + LAST_MINUTE_MS).toISOString();
    const decision = date.at('decision')?.text();
    return [{ term, label: labels.get(term) ?? term, ends, ...(decision !== undefined && { decision }) }];
  });
  const sentence = written.at('sentence')?.text();
  return {
    deadlines: {
      question,
      timeZone,
      afterDeadline: written.at('afterDeadline')?.text() === 'accept' ? 'accept' : 'refuse',
      ...(sentence === undefined ? {} : { sentence }),
      graceMinutes: written.at('grace_minutes')?.number() ?? 0,
      dates: dates.toSorted((a, b) => a.ends.localeCompare(b.ends)),
    },
  };
}

/** Compiles the cycle of a partner, else that of the form. A local time can be skipped or repeated. */
function compileCycle(partner: Cursor | undefined, sources: SourceSet): Pick<FormDefinition, 'cycle'> {
  const written = cycleOf(partner, sources);
  const name = written?.at('name')?.text();
  if (name === undefined) return {};
  const timeZone = partner?.at('time_zone')?.text() ?? 'UTC';
  const [opens] = momentsIn(written?.at('opens')?.text() ?? '', timeZone);
  const closes = momentsIn(written?.at('closes')?.text() ?? '', timeZone).at(-1);
  return {
    cycle: {
      name,
      ...(opens && { opens: opens.toISOString() }),
      ...(closes && { closes: new Date(closes.getTime() + LAST_MINUTE_MS).toISOString() }),
    },
  };
}

/** Returns where a partner's cycle is written. */
export function cycleOf(partner: Cursor | undefined, sources: SourceSet): Cursor | undefined {
  return partner?.at('cycle') ?? sources.cursor('form.json')?.at('cycle');
}

/** Returns value → label of a question's options; empty without a list. */
export function termsOf(definition: FormDefinition, key: string): ReadonlyMap<string, string> {
  const question = questionsOf(definition).get(key);
  if (question?.options === undefined || question.type !== 'string') return new Map();
  if (!Object.hasOwn(definition.options, question.options)) return new Map();
  const now = new Date(0);
  return new Map(
    optionsOf(definition, question, { answers: {}, now }).map(({ value, label }) => [value, label]),
  );
}

/** Returns the instants of a local time; none in an unknown zone, which is reported by itself. */
function momentsIn(local: string, timeZone: string): readonly Date[] {
  try {
    return momentsOf(local, timeZone);
  } catch {
    return [];
  }
}
