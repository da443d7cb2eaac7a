import type { CompiledPartner } from '../compile/compile-partner.ts';
import type { Context } from '../compile/context.ts';
import type { TakenNames } from '../compile/page-walk.ts';
import type { Json } from '../source/cursor.ts';
import { type Fault, FaultList, isError } from '../source/fault.ts';
import type { OpenSchemas } from '../source/open-schemas.ts';
import { PROJECT_PATHS } from '../source/schema-paths.ts';
import type { WidgetRegistry } from '../source/widget-registry.ts';
import { checkCards } from './check-files.ts';
import { checkComparison } from './check-comparison.ts';
import { checkControlling } from './check-dependence.ts';
import { checkPair, missingFiles } from './check-files.ts';
import { checkFormFile } from './check-form-file.ts';
import { checkFormerNames } from './check-former-names.ts';
import { checkFormerOptions, checkFormerValues, checkRetired } from './check-former-values.ts';
import { checkFilesRepeated, checkMore, checkSectionAddresses } from './check-layout.ts';
import { checkMeta, readMetaSchemas } from './check-meta.ts';
import { checkOptionLists } from './check-option-lists.ts';
import { checkRelation } from './check-relation.ts';
import { checkUnused } from './check-unused.ts';
import { checkColors } from './partners/check-colors.ts';
import { checkCycle, checkDeadlines } from './partners/check-deadlines.ts';
import { checkLogos } from './partners/check-logos.ts';
import {
  checkMinimumAge,
  checkPartnerNames,
  checkPartnerValues,
  checkPersonas,
  checkTimeZones,
} from './partners/check-partner-settings.ts';
import { checkLabels } from './words/check-messages.ts';
import { checkNoLinks } from './words/check-links.ts';
import { checkMessages } from './words/check-messages.ts';
import { checkEngineTexts, checkOwnTexts } from './words/check-texts.ts';
import { checkTranslations } from './words/check-translations.ts';
import { checkWording } from './words/check-wording.ts';

/** Returns all faults of a folder and its compiled partners, sorted by file and position. */
export function checkSchemas(
  { files, plain, pictures }: OpenSchemas,
  partners: ReadonlyMap<string, CompiledPartner>,
  widgets: WidgetRegistry,
): readonly Fault[] {
  const metas = readMetaSchemas(PROJECT_PATHS.metaFolder, widgets);
  const faults = new FaultList();
  for (const fault of missingFiles(plain)) faults.add(fault);
  for (const file of files.values()) {
    for (const fault of file.faults) faults.add(fault);
    checkMeta(file, metas, faults);
    checkWording(file, faults.report);
  }
  for (const { sources } of [...partners.values()].slice(0, 1)) {
    checkSharedFiles({ sources, widgets, report: faults.report });
    checkPartnerNames(sources, faults.report);
    checkEngineTexts(sources, faults.report);
    checkTranslations(plain, faults.report);
    checkPersonas(sources, [...partners.values()], faults.report);
  }
  checkLogos(plain, pictures, faults.report);
  checkTimeZones(plain, faults.report);
  for (const [name, { sources }] of partners) checkOwnTexts(sources, name, faults.report);
  const forms = [...partners].map(([name, partner]) => {
    const own = new FaultList();
    const context = { sources: partner.sources, widgets, report: own.report };
    for (const pair of partner.sources.pairs('pages', 'blocks', 'accounts')) checkPair(pair, context);
    checkCards(context);
    for (const fault of partner.faults) own.add(fault);
    checkForm(partner, context);
    checkPartnerTexts(files, partner.settings, own);
    checkMinimumAge(partner, name, own.report);
    checkDeadlines(partner, name, own.report);
    checkCycle(partner, name, own.report);
    return [name, own.sorted()] as const;
  });
  faults.addByPartner(new Map(forms));
  // A misspelled name would also be reported as unused.
  if (!faults.sorted().some(isError)) {
    const views = [...partners.values()].map(({ sources }) => sources);
    checkUnused(views, faults.report);
  }
  return faults.sorted();
}

/** Checks files without partner-specific content, once. */
function checkSharedFiles(context: Context): void {
  checkOptionLists(context);
  checkFormerOptions(context);
  checkRetired(context);
  checkColors(context.sources, context.report);
}

/** Checks that need the compiled form, with blocks placed and keys resolved. */
function checkForm(form: CompiledPartner, context: Context): void {
  for (const { at, operator, found } of form.uses) {
    if (operator === undefined) checkControlling(at, found, context);
    else checkComparison({ at, operator, found }, context);
  }
  for (const use of form.relations) checkRelation(use, context);
  for (const placed of form.taken.keys.values()) checkFilesRepeated(placed, context);
  checkMessages(form, context.report);
  checkLabels(form, context.report);
  checkNamedIds(form.taken, context);
  checkSectionAddresses(form, context.report);
  checkMore(form, context.report);
  checkFormFile(context, form);
  checkFormerNames(form, context.report);
  checkFormerValues(form, context);
}

function checkNamedIds({ named, keys }: TakenNames, { report }: Context): void {
  for (const [id, at] of named) {
    if (!keys.has(id)) continue;
    report(at, {
      code: 'id-is-a-key',
      found: `the id "${id}", which is also the key of a question`,
      expected: 'an id that is not the key of a question, because conditions may name both',
      cure: 'Choose another id.',
    });
  }
}

const WITH_PARTNER_VALUES = /^(?:form\.json|(?:pages|blocks|accounts|options)\/)/;

function checkPartnerTexts(files: OpenSchemas['files'], settings: Json, { report }: FaultList): void {
  for (const file of files.values()) {
    const root = WITH_PARTNER_VALUES.test(file.name) ? file.cursor((text) => text) : undefined;
    if (!root) continue;
    checkPartnerValues(root, settings, report);
    checkNoLinks(root, report);
  }
}
