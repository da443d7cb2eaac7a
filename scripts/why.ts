import { parseArgs } from 'node:util';
import { compileSchemas } from '#compiler/compile-schemas.ts';
import { formatFaults, isError } from '#compiler/source/fault.ts';
import { explanationText } from '#compiler/why/explanation-text.ts';
import { namesLike } from '#compiler/why/find-subject.ts';
import { whyAsked } from '#compiler/why/why-asked.ts';

const USAGE = `npm run why -- <name>, where <name> is
  a key                                visa_type, or visa_type_desc for its stored label
  an answer                            citizenship_type=PR
  a section, tabs, an add-another …    by its id, or <tabs>=<tab>
  a page                               about
With --partner <partner>, in the form of that partner.`;

/** `npm run why -- <name>`: why something is asked, and what it decides. */
if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { partner: { type: 'string' } },
    allowPositionals: true,
  });
  const [name] = positionals;
  const { partners, faults } = compileSchemas();
  if (faults.some(isError)) fail(formatFaults(faults, 'schemas'));
  else if (name === undefined) fail(USAGE);
  else if (values.partner !== undefined && !partners.has(values.partner)) {
    fail(`There is no partner "${values.partner}": ${[...partners.keys()].join(', ')}.`);
  } else {
    const chosen = values.partner ?? process.env['PARTNER'] ?? 'default';
    // What only other partners ask is explained for the first of them.
    const names = values.partner === undefined ? [chosen, ...partners.keys()] : [chosen];
    const forms = [...new Set(names)].flatMap((each) => partners.get(each) ?? []);
    const context = { partners, now: new Date() };
    const [found] = await Promise.all(forms.map((form) => whyAsked(name, form, context))).then((all) =>
      all.filter((each) => each !== undefined),
    );
    if (found) console.log(explanationText(found));
    else {
      const like = [...new Set(forms.flatMap((form) => namesLike(name, form)))];
      fail(
        [
          `Nothing in the form is called "${name}".`,
          ...(like.length === 0 ? [] : [`Did you mean ${like.join(', ')}?`]),
        ].join(' '),
      );
    }
  }
}

function fail(text: string): void {
  console.error(text);
  process.exitCode = 1;
}
