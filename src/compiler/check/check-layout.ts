import type { PageDefinition } from '#form/definition/definition.ts';
import { allNodes, keysIn, nodesOf, questionsOf } from '#form/definition/form-part.ts';
import { type TitledSection, isTitledSection, sectionAnchor } from '#form/definition/layout-steps.ts';
import type { CompiledPartner } from '../compile/compile-partner.ts';
import { widgetOf } from '../compile/compile-question.ts';
import type { Context } from '../compile/context.ts';
import type { PlacedQuestion } from '../compile/page-walk.ts';
import { scopesOf } from '../compile/scope.ts';
import type { Cursor } from '../source/cursor.ts';
import type { Finding, Report } from '../source/fault.ts';
import { BLOCK_KINDS, questionKeyOf, isVisibleTo, kindOf, layoutNodes } from '../source/layout-nodes.ts';
import { keyCure, tabIds } from '../source/names.ts';
import { quoteNames, nearestCure } from '../source/nearest.ts';
import type { FilePair } from '../source/source-set.ts';

/** Checks that a layout places each property of the partner once, and nothing else. */
export function checkLayout(pair: FilePair, context: Context): void {
  const placed = new Set<string>();
  for (const node of layoutNodes(pair.ui, context.sources.partner)) {
    const name = questionKeyOf(node);
    if (name !== undefined) checkPlace(node, name, { pair, placed, context });
    checkOneCondition(node, context);
    if (kindOf(node) === 'row') checkRow(node, pair, context);
    if (BLOCK_KINDS.has(kindOf(node))) checkBlockUse(node, context);
    if (kindOf(node) === 'tabs') checkDefaultTab(node, context);
  }
  const parts = partsOf(pair);
  for (const [part, at] of parts) {
    checkPlace(at, part, { pair, placed, context });
    reportWidth(pair.ui.at(part)?.at('ui:width'), PART_WIDTH, context);
  }
  for (const [key, property] of pair.properties) {
    if (placed.has(key)) continue;
    context.report(property, {
      code: 'property-not-placed',
      found: `the question "${key}", which is missing from the layout`,
      expected: `"${key}" once in "ui:layout" of ${pair.name}.ui.json`,
      cure: 'Add it to the layout where it should be asked, or remove the question.',
    });
  }
}

function checkRow(row: Cursor, { ui }: FilePair, context: Context): void {
  const { partner } = context.sources;
  const cells = row.list('children').filter((child) => isVisibleTo(partner, child));
  const widths = cells.flatMap((child) => ui.at(questionKeyOf(child) ?? '')?.at('ui:width') ?? []);
  if (row.at('widths')) {
    // Row widths come from its cells; a second width would contradict them.
    for (const width of widths) reportWidth(width, ROW_WIDTH, context);
    checkWidths(row, context);
    return;
  }
  const sum = widths.reduce((total, width) => total + (width.number() ?? 0), 0);
  if (sum <= 12) return;
  const found = `questions in one row whose "ui:width" is ${sum} together`;
  const cure = 'Make some narrower, or put them into two rows.';
  reportWidth(widths[0], { found, expected: '12 together at most', cure }, context);
}

/** Checks for one width per child, twelve in total at most; the rest of the row stays empty. */
function checkWidths(row: Cursor, { report }: Context): void {
  const at = row.at('widths');
  const widths = at?.items().map((width) => width.number() ?? 0) ?? [];
  const children = row.at('children')?.items().length ?? 0;
  const sum = widths.reduce((total, width) => total + width, 0);
  if (!at || (sum <= 12 && widths.length === children)) return;
  const share = Math.max(1, Math.floor(12 / Math.max(1, children)));
  report(at, {
    code: 'widths',
    found:
      widths.length === children
        ? `widths that are ${sum} together`
        : `${widths.length} widths for ${children} in the row`,
    expected: 'a width for each that is in the row, 12 together at most',
    cure: `Write e.g. [${Array.from({ length: children }, () => share).join(', ')}], or leave "widths" out for equal ones.`,
  });
}

type Placing = { readonly pair: FilePair; readonly placed: Set<string>; readonly context: Context };

function checkPlace(at: Cursor, name: string, { pair, placed, context }: Placing): void {
  const keys = pair.properties.keys();
  if (!pair.properties.has(name)) {
    context.report(at, {
      code: 'layout-key-unknown',
      found: `"${name}" in the layout`,
      expected: `a key of ${pair.name}.schema.json: ${quoteNames(keys)}`,
      cure: keyCure(
        name,
        pair.properties,
        `Add the question to ${pair.name}.schema.json, or remove it here.`,
      ),
    });
  } else if (placed.has(name)) {
    context.report(at, {
      code: 'property-placed-twice',
      found: `"${name}" a second time in the layout`,
      expected: 'every question once',
      cure: 'Remove one of the two.',
    });
  }
  placed.add(name);
}

/** Lists the additional keys that widgets write. */
function partsOf(pair: FilePair): readonly (readonly [string, Cursor])[] {
  return [...pair.ui.members()].flatMap(([key, entry]) =>
    pair.properties.has(key) ? entry.list('ui:parts').map((part) => [part.text() ?? '', part] as const) : [],
  );
}

function reportWidth(width: Cursor | undefined, finding: WidthFinding, { report }: Context): void {
  if (width) report(width, { code: 'width-does-not-fit', ...finding });
}

type WidthFinding = Omit<Finding, 'code'>;

const ROW_WIDTH: WidthFinding = {
  found: '"ui:width" of a question in a row that lists "widths"',
  expected: 'one width for each place: that of the question, or that of the row',
  cure: 'Remove it here, or remove "widths" from the row.',
};

const PART_WIDTH: WidthFinding = {
  found: '"ui:width" of a question that another one renders itself',
  expected: 'the width of both at the question that is in the layout',
  cure: 'Move it to the question that names this one in "ui:parts".',
};

function checkOneCondition(node: Cursor, { report }: Context): void {
  const hide = node.at('hideWhen');
  if (!hide || !node.at('showWhen')) return;
  report(hide, {
    code: 'show-and-hide',
    found: '"hideWhen" next to "showWhen"',
    expected: 'one of the two',
    cure: 'Join them in "showWhen": {"all": […, {"not": …}]}, with what hides it behind "not".',
  });
}

function checkBlockUse(node: Cursor, { report }: Context): void {
  const min = node.at('min');
  const [fewest, repeats] = [min?.number(), node.at('max')?.number()];
  if (min && fewest !== undefined && repeats !== undefined && fewest > repeats) {
    report(min, {
      code: 'too-many-repeats',
      found: `a block that is there at least ${fewest} times and at most ${repeats} times`,
      expected: 'a "min" of at most "max"',
      cure: `Write a number from 0 to ${repeats}, or raise "max".`,
    });
  }
}

function checkDefaultTab(node: Cursor, { report }: Context): void {
  const tab = node.at('defaultTab');
  const ids = tabIds(node);
  const name = tab?.text();
  if (!tab || name === undefined || ids.includes(name)) return;
  report(tab, {
    code: 'unknown-tab',
    found: `"${name}" as the tab that is open at first`,
    expected: `the id of one of its tabs: ${quoteNames(ids)}`,
    cure: nearestCure(name, ids, 'Name one of the tabs.'),
  });
}

/** Refuses file questions in an add-another: removing an instance would move their documents. */
export function checkFilesRepeated(
  { name, property, walk }: PlacedQuestion,
  { widgets, report }: Context,
): void {
  const entry = walk.scope.pair.ui.at(name);
  const widget = widgetOf(property, entry);
  if (widgets.widgets.get(widget)?.summaryFormat !== 'document') return;
  const uses = scopesOf(walk.scope).flatMap(({ use }) => use ?? []);
  for (const { place } of uses.filter((use) => kindOf(use) === 'addAnother')) {
    report(entry?.at('ui:widget') ?? property, {
      code: 'file-repeated',
      found: `the widget "${widget}" for "${name}", in a block that an "addAnother" repeats (${place.file}:${place.line})`,
      expected: 'a question for a file outside of every "addAnother"',
      cure: `Ask "${name}" outside of the "addAnother", or place its block with the kind "block".`,
    });
  }
}

/** Checks that `/page#name` is unique among the sections and questions of a page. */
export function checkSectionAddresses({ definition, origins }: CompiledPartner, report: Report): void {
  for (const page of definition.pages) {
    const taken = new Set<string>();
    for (const section of allNodes(page.layout).filter((node) => isTitledSection(node))) {
      const anchor = sectionAnchor(section);
      const node = origins.get(section);
      const other = taken.has(anchor) ? 'another section' : questionElsewhere(page, section, anchor);
      taken.add(anchor);
      if (!node || other === undefined) continue;
      report(node.at('id') ?? node, {
        code: 'section-address',
        found: `a section at the address ${page.path}#${anchor}, which leads to ${other} as well`,
        expected: 'an address for each section of a page that leads nowhere else',
        cure: 'Give the section another id.',
      });
    }
  }
}

/** Checks that no question behind a `more` button can be required. */
export function checkMore({ definition, origins }: CompiledPartner, report: Report): void {
  const nodes = nodesOf(definition);
  for (const node of nodes) {
    const at = node.kind === 'more' ? origins.get(node) : undefined;
    if (!at) continue;
    const required = keysIn(definition, [node]).filter((key) => {
      const question = questionsOf(definition).get(key);
      return question?.required === true || question?.requiredWhen !== undefined;
    });
    for (const key of required)
      report(at, {
        code: 'required-in-more',
        found: `the question "${key}", which can be required, behind the button "${at.at('label')?.text()}"`,
        expected: 'only questions that can always be left empty',
        cure: 'Move it before the button, or do not require it.',
      });
  }
}

/** Names a question outside the section with the same anchor. */
function questionElsewhere(page: PageDefinition, section: TitledSection, anchor: string): string | undefined {
  const owner = page.questions[anchor]?.partOf ?? anchor;
  const isInside = allNodes([section]).some((node) => node.kind === 'question' && node.key === owner);
  return Object.hasOwn(page.questions, anchor) && !isInside ? 'a question outside of the section' : undefined;
}
