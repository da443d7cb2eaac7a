import { parseArgs } from 'node:util';
import { type CompiledSchemas, compileSchemas } from '#compiler/compile-schemas.ts';
import { formatFaults, isError } from '#compiler/source/fault.ts';
import { explanationText } from '#compiler/why/explanation-text.ts';
import { namesLike } from '#compiler/why/find-subject.ts';
import { explainVisibility } from '#compiler/why/explain-visibility.ts';
import { UsageError, runScript } from './run-script.ts';

const USAGE = `npm run why -- <name>, where <name> is
  a question                           <key>, or <key>_desc for its stored label; or its title
  an answer                            <key>=<value>
  a section, tabs, an add-another …    <id>, or <tabs>=<tab>
  a page                               <page>, as its files are called

Explains why something is shown, and what it decides.
With --partner <partner>, in the form of that partner.`;

type Partners = CompiledSchemas['partners'];
type CompiledForm = Partners extends ReadonlyMap<string, infer Form> ? Form : never;

function why(): void {
  const { values, positionals } = parseArgs({
    options: { partner: { type: 'string' } },
    allowPositionals: true,
  });
  const [name] = positionals;
  if (name === undefined) throw new UsageError('The name is missing.');
  const { partners, faults } = compileSchemas();
  const forms = formsFor(values.partner, partners);
  const [form] = forms;
  if (faults.some(isError)) fail(formatFaults(faults));
  else if (!form) fail(`There is no partner "${values.partner}": ${[...partners.keys()].join(', ')}.`);
  else explain(name, forms, partners);
}

/**
 * Returns a partner's form, or all with the default first: other partners' questions are explained by the first that
 * has them.
 */
function formsFor(partner: string | undefined, partners: Partners): readonly CompiledForm[] {
  const own = process.env['PARTNER'] ?? 'default';
  const names = partner === undefined ? [own, ...partners.keys()] : [partner];
  return [...new Set(names)].flatMap((each) => partners.get(each) ?? []);
}

function explain(name: string, forms: readonly CompiledForm[], partners: Partners): void {
  for (const form of forms) {
    const found = explainVisibility(name, form, { partners, now: new Date() });
    if (!found) continue;
    console.log(explanationText(found));
    return;
  }
  const like = [...new Set(forms.flatMap((form) => namesLike(name, form)))];
  const meant = like.length === 0 ? '' : ` Did you mean ${like.join(', ')}?`;
  fail(`Nothing in the form is called "${name}".${meant}`);
}

function fail(text: string): void {
  console.error(text);
  process.exitCode = 1;
}

if (import.meta.main) await runScript(USAGE, why);
