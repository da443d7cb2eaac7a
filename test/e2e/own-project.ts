import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readStandardLists } from '#test/support/compiled-form.ts';

const root = path.resolve(import.meta.dirname, '../..');
const forms = path.join(root, 'test/fixtures/forms');

/** A copy of the project with a questionnaire for journeys, to test widgets. */
export const OWN_PROJECT = path.join(root, '.cache/own-project');

const CODE = `index.html package.json package-lock.json vite.config.ts scripts src
  tsconfig.json test/tsconfig.json`.split(/\s+/);
/** Parts of schemas/ used as shipped. */
const SHIPPED = ['accounts', 'api', 'directories', 'meta', 'texts.json'];

/** Partners, which differ in their cycle. */
const CYCLES = { default: '2027–28', next: '2028–29' };

/** Assembles and builds the project, if changed since the last time. */
export default function buildOwnProject(): void {
  writeOwnProject(OWN_PROJECT);
  const built = spawnSync(process.execPath, ['scripts/build.ts'], { cwd: OWN_PROJECT, encoding: 'utf8' });
  if (built.status !== 0) throw new Error(built.stdout + built.stderr);
}

/** Writes the project with the journeys' questionnaire to a folder. */
export function writeOwnProject(project: string): void {
  const schemas = path.join(project, 'schemas');
  copyCode(project);
  for (const name of SHIPPED)
    cpSync(path.join(root, 'schemas', name), path.join(schemas, name), { recursive: true });
  cpSync(path.join(forms, 'journeys'), schemas, { recursive: true });
  const partner = JSON.parse(readFileSync(path.join(forms, 'tiny/partners/default.json'), 'utf8'));
  mkdirSync(path.join(schemas, 'partners'));
  for (const [name, cycle] of Object.entries(CYCLES))
    writeFileSync(
      path.join(schemas, `partners/${name}.json`),
      JSON.stringify({ ...partner, cycle: { name: cycle } }),
    );
  const lists = { ...readStandardLists(), majors: majors() };
  for (const [name, options] of Object.entries(lists)) {
    const list = { $schema: '../meta/options.meta.json', options };
    writeFileSync(path.join(schemas, `options/${name}.json`), JSON.stringify(list));
  }
}

/** Copies code and packages, without a questionnaire. */
function copyCode(project: string): void {
  for (const name of ['schemas', 'scripts', 'src/client', 'src/form', 'src/server', 'src/compiler'])
    rmSync(path.join(project, name), { recursive: true, force: true });
  mkdirSync(project, { recursive: true });
  for (const name of CODE) {
    const isCode = (file: string) => !file.startsWith(path.join(root, 'src/generated/partners'));
    cpSync(path.join(root, name), path.join(project, name), { recursive: true, filter: isCode });
  }
  const packages = path.join(project, 'node_modules');
  if (!existsSync(packages)) symlinkSync(path.join(root, 'node_modules'), packages, 'junction');
}

/** A grouped list long enough for progressive rendering. */
function majors() {
  const named = [
    'Arts',
    'Business',
    'Education',
    'Engineering',
    'Health',
    'Law',
    'Science',
    'Trades',
  ].flatMap((group) => Array.from({ length: 9 }, (_, index) => ({ label: `${group} ${index + 1}`, group })));
  const written = [
    { label: 'Pre-Medical Studies', group: 'Health', aliases: ['Doctor', 'Medicine'] },
    { label: 'Undeclared', group: 'Undecided' },
  ];
  return [...named, ...written]
    .toSorted((one, other) => one.group.localeCompare(other.group))
    .map((option, index) => ({ value: `major-${index}`, ...option }));
}
