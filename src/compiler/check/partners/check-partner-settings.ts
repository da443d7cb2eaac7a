import type { CompiledPartner } from '#compiler/compile/compile-partner.ts';
import type { Cursor, Json } from '#compiler/source/cursor.ts';
import { errorOf, type Report } from '#compiler/source/fault.ts';
import { layoutNodes } from '#compiler/source/layout-nodes.ts';
import { quoteNames, nearestCure } from '#compiler/source/nearest.ts';
import { PARTNER_VALUE, partnerValue, partnerValueNames } from '#compiler/source/open-schemas.ts';
import { retiredEntries } from '#compiler/source/retired-names.ts';
import type { SourceSet } from '#compiler/source/source-set.ts';
import { addAnothersOf, questionsOf, tabGroupsOf } from '#form/definition/form-part.ts';
import { formerNameCure } from '#compiler/source/names.ts';

/** Reports `{partner.…}` without a value, and `${`, which ajv-errors would read as a template. */
export function checkPartnerValues(root: Cursor, partner: Json, report: Report): void {
  const text = root.text();
  if (text !== undefined) checkText(root, text, partner, report);
  for (const [name, member] of root.members()) {
    checkText(member, name, partner, report);
    checkPartnerValues(member, partner, report);
  }
  for (const item of root.items()) checkPartnerValues(item, partner, report);
}

function checkText(at: Cursor, text: string, partner: Json, report: Report): void {
  if (text.includes('${')) {
    report(at, {
      code: 'template-in-text',
      found: 'a $ directly before a {',
      expected: 'values of the partner written as {partner.name}, without a $',
      cure: 'Remove the $, or put a space between the two.',
    });
  }
  for (const [whole, dotted = ''] of text.matchAll(PARTNER_VALUE)) {
    if (partnerValue(partner, dotted) !== undefined) continue;
    const names = partnerValueNames(partner);
    report(at, {
      code: 'unknown-partner-value',
      found: whole,
      expected: `a value of the partner: ${quoteNames(names)}`,
      cure: nearestCure(
        dotted,
        names,
        'Add the value to every file in schemas/partners and to schemas/meta/partner.meta.json.',
      ),
    });
  }
}

/** Reports unknown partners in layout nodes and retired.json. */
export function checkPartnerNames(sources: SourceSet, report: Report): void {
  const partners = sources.namesIn('partners');
  const pairs = sources.pairs('pages', 'blocks', 'accounts');
  const nodes = pairs.flatMap(({ ui }) => [...layoutNodes(ui, undefined)]);
  for (const at of [...nodes, ...retiredEntries(sources.whole)].flatMap((node) => node.list('partners'))) {
    const name = at.text();
    if (name === undefined || partners.includes(name)) continue;
    report(at, {
      code: 'unknown-partner',
      found: `the partner "${name}"`,
      expected: `a file in schemas/partners: ${quoteNames(partners)}`,
      cure: partnerCure(name, partners),
    });
  }
}

/** Suggests the partner file with a word of the given name, such as "Cottonwood College". */
function partnerCure(name: string, partners: readonly string[]): string {
  const meant = partners.find((partner) => name.toLowerCase().split(/\W+/).includes(partner.toLowerCase()));
  if (meant !== undefined) return `Write "${meant}", the name of the file.`;
  return nearestCure(name, partners, `Add partners/${name}.json, or remove the name here.`);
}

/** Checks that browsers and the server know each partner's time zone. */
export function checkTimeZones(sources: SourceSet, report: Report): void {
  for (const partner of sources.filesIn('partners').values()) {
    const at = partner.at('time_zone');
    const zone = at?.text();
    const isKnown = errorOf(() => new Intl.DateTimeFormat('en-US', { timeZone: zone })) === undefined;
    if (at === undefined || zone === undefined || isKnown) continue;
    report(at, {
      code: 'time-zone',
      found: `the time zone "${zone}", which nobody knows`,
      expected: 'a time zone by its IANA name, e.g. "America/Denver"',
      cure: nearestCure(
        zone,
        Intl.supportedValuesOf('timeZone'),
        'Take the city of your time zone from the list of IANA, not its abbreviation.',
      ),
    });
  }
}

/** Checks that the date of birth named by a partner is a question with a minimum age. */
export function checkMinimumAge(partner: CompiledPartner, name: string, report: Report): void {
  const { definition, sources } = partner;
  const at = sources.cursor(`partners/${name}.json`)?.at('minimum_age')?.at('question');
  const key = at?.text();
  if (at === undefined || key === undefined) return;
  const questions = questionsOf(definition);
  const question = questions.get(key);
  if (question === undefined) {
    return report(at, {
      code: 'minimum-age',
      found: `the question "${key}", which the form does not have`,
      expected: 'the key of the question for the date of birth',
      cure: nearestCure(key, questions.keys(), 'Remove "minimum_age", or add the question.'),
    });
  }
  if (question.latest === undefined || question.latest.years >= 0) {
    report(at, {
      code: 'minimum-age',
      found: `the question "${key}", which accepts today as the date of birth`,
      expected: 'a question with a "latest" some years ago',
      cure: `Give ${key} a "latest" with negative years and an errorMessage, or name another question.`,
    });
  }
  const isOptional = !question.required;
  if (!isOptional && question.visibleWhen === undefined) return;
  const written = partner.taken.keys.get(key);
  report(at, {
    code: 'minimum-age',
    found: `the question "${key}", which ${isOptional ? 'students can leave empty' : 'only some students are asked'}: so their age is not known`,
    expected: 'a question that everybody must answer',
    cure: isOptional
      ? `Add "${written?.name ?? key}" to "required" in ${written?.property.place.file ?? 'the file of the question'}, or remove "minimum_age".`
      : 'Remove the conditions on the question and on what it is in, or remove "minimum_age".',
  });
}

/** Checks that each answer in `personas/` belongs to a question of some partner. */
export function checkPersonas(
  sources: SourceSet,
  partners: readonly CompiledPartner[],
  report: Report,
): void {
  const forms = partners.map(({ definition }) => definition);
  const decided = [
    ['answers', 'the key of a question', forms.flatMap((form) => [...questionsOf(form).keys()])],
    ['tabs', 'the id of a tab group', forms.flatMap((form) => tabGroupsOf(form).map(({ id }) => id))],
    ['counts', 'the id of an add-another', forms.flatMap((form) => addAnothersOf(form).map(({ id }) => id))],
  ] as const;
  const former = new Map(
    partners.flatMap(({ former: names }) =>
      [...names.keys, ...names.groups].map(({ from, to }) => [from, to] as const),
    ),
  );
  for (const persona of sources.filesIn('personas').values()) {
    for (const [member, what, names] of decided)
      reportUnknown(persona.at(member), { known: new Set(names), former, what }, report);
  }
}

type Known = {
  readonly known: ReadonlySet<string>;
  readonly former: ReadonlyMap<string, string>;
  readonly what: string;
};

function reportUnknown(decided: Cursor | undefined, { known, former, what }: Known, report: Report): void {
  for (const [name, at] of decided?.members() ?? []) {
    if (known.has(name)) continue;
    const today = former.get(name);
    report(at, {
      code: 'persona',
      found: `a decision of "${name}", which the form does not have`,
      expected: what,
      cure: today === undefined ? nearestCure(name, known, 'Remove the line.') : formerNameCure(name, today),
    });
  }
}
