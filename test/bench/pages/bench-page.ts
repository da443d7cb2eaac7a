import { toFacts } from '../../../src/form/answers/facts.ts';
import { visibleQuestions } from '../../../src/form/answers/visible-questions.ts';
import type {
  Facts,
  FormDefinition,
  FormState,
  PageDefinition,
  Question,
} from '../../../src/form/definition/definition.ts';
import type { Option } from '../../../src/form/definition/option-list.ts';
import { optionsOf } from '../../../src/form/answers/option-lists.ts';
import { fullestState } from '../../support/fullest-state.ts';
import { doublePage } from './double-page.ts';

/** What each design draws: the largest page with all sections open and every repeated group at its maximum. */
export type BenchPage = {
  readonly form: FormDefinition;
  readonly page: PageDefinition;
  readonly state: FormState;
  readonly facts: Facts;
  readonly questions: readonly Question[];
  readonly options: (question: Question) => readonly Option[];
  /** The question that is typed into: the first in words without a pattern. */
  readonly typed: Question;
};

/** How a design is driven from outside. */
export type BenchDriver = {
  /** Draws the page into `root`; measured until it is painted, see {@link startBench}. */
  readonly draw: (root: HTMLElement, bench: BenchPage) => void;
  /** Selector of the control that is typed into. */
  readonly control: (key: string) => string;
};

declare global {
  interface Window {
    /** `mount` resolves once the page is painted. */
    readonly bench: { mount(): Promise<void>; readonly control: string };
  }
}

const forms = import.meta.glob<FormDefinition>('/src/generated/partners/default/form.json', {
  eager: true,
  import: 'default',
});
const root = document.querySelector<HTMLElement>('#root');

/** Offers the design to the benchmark as `window.bench`. */
export function startBench({ draw, control }: BenchDriver): void {
  if (!root) throw new Error('The page has no #root');
  const bench = largestPage();
  Object.assign(globalThis, {
    bench: {
      control: control(bench.typed.key),
      mount: async () => {
        draw(root, bench);
        await nextFrame();
      },
    },
  });
}

/** Resolves in the task after the next frame was painted. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => resolve());
      port1.start();
      port2.postMessage(undefined);
    });
  });
}

/** The page with most questions, everything on it open and answered; at `?doubled` all of it twice. */
function largestPage(): BenchPage {
  const [definition] = Object.values(forms);
  if (!definition) throw new Error('The questionnaire is not compiled: npm run generate');
  const now = new Date();
  const state = fullestState(definition, now);
  const asked = Map.groupBy(visibleQuestions(definition, state), (question) => question.page);
  const [largest] = [...asked].toSorted((a, b) => b[1].length - a[1].length);
  const page = definition.pages.find(({ id }) => id === largest?.[0]);
  if (!page) throw new Error('The questionnaire has no page.');
  const once = { form: definition, page, state };
  return benchPage(location.search === '?doubled' ? doublePage(definition, page, state) : once, now);
}

function benchPage({ form, page, state }: Pick<BenchPage, 'form' | 'page' | 'state'>, now: Date): BenchPage {
  const questions = visibleQuestions(form, state).filter((question) => question.page === page.id);
  const typed = questions.find(({ widget, constraints }) => widget === 'text' && !constraints.pattern);
  if (!typed) throw new Error('No page has a question in words');
  return {
    form,
    page,
    state,
    facts: toFacts(form, state),
    questions,
    typed,
    options: (each) => optionsOf(form, each, { answers: state.answers, now }),
  };
}
