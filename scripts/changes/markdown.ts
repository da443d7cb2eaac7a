import { joinWords } from '#compiler/changes/sentence-words.ts';
import { answersAffected, type Counts } from './counts.ts';
import type { SharedChange } from './all-changes.ts';
import type { Fault } from '#compiler/source/fault.ts';

type ReportContents = {
  readonly changes: readonly SharedChange[];
  /** Partner file name → partner name, for all partners. */
  readonly partners: ReadonlyMap<string, string>;
  readonly counts: Counts | undefined;
  /** Sentences about added or removed partners. */
  readonly remarks: readonly string[];
  readonly students: readonly string[];
  /** Removals that lack a declaration. */
  readonly undeclared: readonly Fault[];
};

/** Formats changes as Markdown, by page and section; those shared by all partners first. */
export function changesMarkdown(reported: ReportContents): string {
  const { changes, partners, counts, remarks, students, undeclared } = reported;
  const groups = Map.groupBy(changes, (change) => change.partners.join('\n'));
  const all = [...partners.keys()].join('\n');
  const names = (keys: readonly string[]): readonly string[] => keys.map((key) => partners.get(key) ?? key);
  const ofAll = groups.get(all) ?? [];
  const ofSome = [...groups].filter(([key]) => key !== all);
  const parts = [
    ...(changes.length + remarks.length === 0 ? ['Nothing changes for students.'] : []),
    ...remarks,
    ...sections(ofAll, counts, '###'),
    ...(ofAll.length === 0 ? [] : [`For: ${names([...partners.keys()]).join(', ')}.`]),
    ...ofSome.flatMap(([, some]) => [
      `### Only at ${joinWords(names(some[0]?.partners ?? []))}`,
      ...sections(some, counts, '####'),
    ]),
    ...(students.length === 0
      ? []
      : ['### Sample applicants', students.map((each) => `- ${each}`).join('\n')]),
    ...(undeclared.length === 0
      ? []
      : [
          '### Before this can be merged',
          'Students may have answered what was removed, and no file declares what happens to their answers.',
          undeclared.map(({ file, line, cure }) => `- schemas/${file}, line ${line}: ${cure}`).join('\n'),
        ]),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Maximum number of places named individually. */
const MAX_PLACES = 2;

function sections(
  changes: readonly SharedChange[],
  counts: Counts | undefined,
  level: string,
): readonly string[] {
  const byContent = Map.groupBy(changes, ({ kind, sentence, place }) =>
    JSON.stringify([kind, sentence, place]),
  );
  const isRepeated = (change: SharedChange): boolean =>
    (byContent.get(JSON.stringify([change.kind, change.sentence, change.place]))?.length ?? 0) > MAX_PLACES;
  const groups = Map.groupBy(
    changes.filter((change) => !isRepeated(change)),
    headingOf,
  );
  const lineOf = (change: SharedChange): string => `- ${change.sentence}${answersAffected(change, counts)}`;
  const repeated = [...byContent.values()]
    .filter((group) => group.length > MAX_PLACES)
    .map((group) => {
      const [first] = group;
      const places = group.map((change) => `  - ${headingOf(change)}${answersAffected(change, counts)}`);
      return first ? `- ${first.sentence}\n${places.join('\n')}` : '';
    });
  return [
    ...[...groups].map(([heading, group]) => `${level} ${heading}\n\n${group.map(lineOf).join('\n')}`),
    ...(repeated.length > 0 ? [`${level} In several places\n\n${repeated.join('\n')}`] : []),
  ];
}

/** `Final Steps › Laptop (new section)`. */
function headingOf({ heading, place }: Pick<SharedChange, 'heading' | 'place'>): string {
  const what = heading.length === 1 ? 'page' : 'section';
  const mark = { new: ` (new ${what})`, gone: ` (${what} removed)` };
  return `${heading.join(' › ')}${place ? mark[place] : ''}`;
}
