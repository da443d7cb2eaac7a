import * as fc from '#test/support/random.ts';
import { samplePdf } from '#test/support/sample-files.ts';
import { act } from './act.ts';
import { readPage, type PageContents, textQuestions } from './compare-with-server.ts';
import { PATIENCE, type Visit } from './visit.ts';

/** An action of a student; `isBrave` answers dialogs by their first button, else by their last. */
export type StudentAction = {
  readonly name: string;
  readonly isBrave: boolean;
  /** Can discard typed text: then the page's state counts. */
  readonly mayClear?: boolean;
  /** Possible outside the form, too. */
  readonly anywhere?: boolean;
  /** @returns a description of the action; undefined if there was no target */
  readonly run: (visit: Visit) => Promise<string | undefined>;
};

const TEXTS = ['Ada', 'Fall 80525', 'Jørgen O’Neil', 'two words', '12345 x'];
const ESSAYS = [
  'One line.',
  'A first line.\n\nA second one, which is long enough that nobody wants to lose it.',
];

export function typing(): fc.Arbitrary<StudentAction> {
  return fc
    .record({
      at: fc.nat(40),
      short: fc.constantFrom(...TEXTS),
      long: fc.constantFrom(...ESSAYS),
      leaves: fc.boolean(),
    })
    .map(({ at, short, long, leaves }) => ({
      name: 'type',
      isBrave: true,
      run: async (visit) => {
        const question = pick(textQuestions(visit, await readPage(visit.page)), at);
        if (!question) return undefined;
        const text = question.widget === 'textarea' ? long : short;
        const did = await act(visit, {
          isBrave: true,
          find: (page) => page.locator(`#${question.key}`),
          use: async (control) => {
            await control.fill(text, PATIENCE);
            visit.typed.set(question.key, text);
            if (leaves) await control.press('Tab', PATIENCE);
          },
        });
        if (!did) return undefined;
        return `${JSON.stringify(text)} into ${question.key}${leaves ? '' : ', and stay there'}`;
      },
    }));
}

export function choosing(): fc.Arbitrary<StudentAction> {
  return fc
    .record({ at: fc.nat(20), option: fc.nat(9), isBrave: fc.boolean() })
    .map(({ at, option, isBrave }) => ({
      name: 'choose',
      isBrave,
      mayClear: true,
      run: async (visit) => {
        const question = pick(choicesOf(await readPage(visit.page)), at);
        if (!question) return undefined;
        const options = `[data-question="${question.key}"] input[type=radio]`;
        const count = await visit.page.locator(options).count();
        const did = await act(visit, {
          isBrave,
          find: (page) => page.locator(options).nth(option % Math.max(count, 1)),
          use: (radio) => radio.click(PATIENCE),
        });
        return did ? `option ${(option % count) + 1} of ${question.key}` : undefined;
      },
    }));
}

function choicesOf(shown: PageContents): readonly { readonly key: string }[] {
  return shown.questions.filter(({ kind }) => kind === 'choice');
}

export function choosingTab(): fc.Arbitrary<StudentAction> {
  return fc.boolean().map((isBrave) => ({
    name: 'choose the other tab',
    isBrave,
    mayClear: true,
    run: async (visit) => {
      const did = await act(visit, {
        isBrave,
        find: (page) => page.locator('[role=tab][aria-selected=false]'),
        use: (tab) => tab.click(PATIENCE),
      });
      return did ? JSON.stringify((await readPage(visit.page)).tabs) : undefined;
    },
  }));
}

export function attaching(): fc.Arbitrary<StudentAction> {
  return fc.constantFrom('first.pdf', 'second.pdf').map((name) => ({
    name: 'attach',
    isBrave: true,
    run: async (visit) => {
      const file = await samplePdf(name);
      const did = await act(visit, {
        isBrave: true,
        find: (page) => page.getByRole('button', { name: /^(?:Choose|Replace) file$/ }),
        use: async (button) => {
          if ((await button.getAttribute('aria-disabled')) === 'true') return;
          const [chooser] = await Promise.all([
            visit.page.waitForEvent('filechooser', PATIENCE),
            button.click(PATIENCE),
          ]);
          await chooser.setFiles(file);
        },
      });
      return did ? name : undefined;
    },
  }));
}

/** Clicks a button, the first of several. */
export function clicking(name: string, button: RegExp): fc.Arbitrary<StudentAction> {
  return fc.boolean().map((isBrave) => ({
    name,
    isBrave,
    mayClear: true,
    run: async (visit) => {
      const did = await act(visit, {
        isBrave,
        find: (page) => page.getByRole('button', { name: button }),
        use: (found) => found.click(PATIENCE),
      });
      return did ? (isBrave ? '(yes)' : '(no)') : undefined;
    },
  }));
}

function pick<Item>(items: readonly Item[], at: number): Item | undefined {
  return items[at % Math.max(items.length, 1)];
}
