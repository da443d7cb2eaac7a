import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ConfirmNode, LayoutNode, MoreNode, PageDefinition } from '#form/definition/definition.ts';
import { answerByKey, isAnswered } from '#form/definition/answer.ts';
import { keysIn } from '#form/definition/form-part.ts';
import type { Documents } from '../widgets/file/document-view.ts';
import type { LookupService } from '../widgets/lookup/lookup.ts';
import { widgetNamed } from '../widgets/registry.ts';
import { useRefuseDrops } from '../widgets/file/use-file-drop.ts';
import {
  FormScopeContext,
  type FormScope,
  type LayoutParts,
  useFormStore,
  useFromStore,
  type RenderNodes,
} from './form-scope.ts';
import type { FormStore } from './store/form-store.ts';
import { LossDialog, useTabChoice } from './use-leave-tab.tsx';
import { questionLookup } from './store/question-lookup.ts';
import { RjsfQuestion, createRjsfPage, RjsfPageProvider } from './rjsf/RjsfQuestion.tsx';
import { screenRegistry } from './rjsf/rjsf-registry.tsx';
import { useRevealedQuestions, focusFirst, onRevealQuestion } from './focus-question.ts';
import { AddAnother } from './layout/AddAnother.tsx';
import { Layout, Paragraphs, Row, Section } from './layout/Layout.tsx';
import { TabGroup } from './layout/TabGroup.tsx';
import { afterPaint } from '../ui/schedule.ts';
import { say, answerTexts } from '#texts/say.ts';
import { flushSync } from 'react-dom';
import { Button } from '../ui/Button.tsx';
import { omitOwnLabel, runningText } from '#form/validation/wrong-questions.ts';
import { ScrollAnchor } from '../ui/ScrollAnchor.tsx';
import { pointerRelease } from '../ui/pointer-release.ts';
import { questionOf } from '#client/questionnaire/store/selectors.ts';
import './questionnaire.css';

type FormPageProps = {
  readonly page: PageDefinition;
  readonly store: FormStore;
  /** The student's documents; absent when logged out. */
  readonly documents?: Documents | undefined;
  /** Finds schools and addresses; without it they are typed. */
  readonly lookup?: LookupService | undefined;
};

/** Renders one page of the form with RJSF, controlled by the store. */
export function FormPage({ page, store, documents, lookup }: FormPageProps) {
  const { chooseTab, dialogs } = useTabChoice(store, documents);
  useRevealedQuestions(page, store, chooseTab);
  useRefuseDrops();
  useBlurredQuestions(store);
  useNextKey();
  // Runs on each page entry: undoing changes on another page would surprise.
  useLayoutEffect(() => store.dispatch({ type: 'forgetStep' }), [store]);
  const element = useRef<HTMLDivElement>(null);
  // From now on, revealed content fades in.
  useEffect(() => afterPaint(() => element.current?.classList.add('form-rendered')), []);
  // Memoized: rendering a page takes half a second on a cheap phone.
  const layout = useMemo(() => <Layout key={page.id} nodes={layoutOf(page)} />, [page]);
  const rjsfPage = useMemo(() => createRjsfPage(page, screenRegistry), [page]);
  const scope = useMemo(
    (): FormScope => ({
      store,
      form: store,
      documents,
      chooseTab,
      lookup: lookup && ((question) => questionLookup(store, question, lookup)),
      live: false,
      widgetNamed,
      parts: screenParts,
      questionView: RjsfQuestion,
    }),
    [store, documents, chooseTab, lookup],
  );
  return (
    <FormScopeContext value={scope}>
      <div className="form-page" ref={element}>
        <RjsfPageProvider value={rjsfPage}>{layout}</RjsfPageProvider>
      </div>
      <BlurredMistake store={store} />
      {dialogs}
      <LossDialog store={store} />
    </FormScopeContext>
  );
}

/** Returns the layout, without the section of a conditional page. */
function layoutOf({ layout, visibleWhen }: PageDefinition): readonly LayoutNode[] {
  const [section] = layout;
  return visibleWhen && section?.kind === 'section' ? section.children : layout;
}

/** Layout components for editing. */
const screenParts: LayoutParts = { AddAnother, Confirm, More, Paragraphs, Row, Section, TabGroup };

/** Targets of the Next key: all questions, then the forward button. */
const GOALS = '.form-page :is(input:not([type="file"]), select, textarea), .page-actions-forward button';

/** Makes the phone keyboard's Next key focus the next question. */
function useNextKey(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { key, target, defaultPrevented, isComposing } = event;
      if (key !== 'Enter' || defaultPrevented || isComposing || event.ctrlKey || event.metaKey) return;
      if (!(target instanceof HTMLInputElement) || target.enterKeyHint !== 'next') return;
      if (!matchMedia('(pointer: coarse)').matches) return;
      const goal = goalAfter(target);
      if (!goal) return;
      event.preventDefault();
      goal.focus({ preventScroll: true });
      bringIntoSight(goal.closest('.box') ?? goal);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** Returns the next control; in a choice group, the checked option. */
function goalAfter(control: HTMLElement): HTMLElement | undefined {
  const goals = [...document.querySelectorAll<HTMLElement>(GOALS)].filter((goal) => goal.checkVisibility());
  const next = goals[goals.indexOf(control) + 1];
  const chosen = next?.closest('.choices')?.querySelector<HTMLElement>('input:checked');
  return chosen ?? next;
}

/** Scrolls to the top edge unless visible above the keyboard. */
function bringIntoSight(place: Element): void {
  const { top, bottom } = place.getBoundingClientRect();
  const { height = innerHeight } = globalThis.visualViewport ?? {};
  if (top < 0 || bottom > height) place.scrollIntoView();
}

/** Content behind a button or a checkbox (docs/behavior.md 4.8: confirmation trigger). */
function Confirm({ node, render }: { readonly node: ConfirmNode; readonly render: RenderNodes }) {
  const store = useFormStore();
  const isOpen = useFromStore(store, () => store.state().facts[node.id] === true);
  const content = isOpen && <Opened node={node} render={render} />;
  if (node.trigger === 'checkbox') {
    return (
      <div className="form-group">
        <label className="choice">
          <input
            type="checkbox"
            checked={isOpen}
            onChange={(event) =>
              store.dispatch({ type: 'setOpen', node, isOpen: event.currentTarget.checked })
            }
          />
          <span>{node.label}</span>
        </label>
        {content}
      </div>
    );
  }
  if (content) return content;
  return <Opener node={node} onOpen={() => store.dispatch({ type: 'setOpen', node, isOpen: true })} />;
}

type OpenedProps = { readonly node: ConfirmNode | MoreNode; readonly render: RenderNodes };

function Opened({ node, render }: OpenedProps) {
  return (
    <div id={`opened-${node.id}`} className="form-group">
      {render(node.children)}
    </div>
  );
}

type OpenerProps = Pick<OpenedProps, 'node'> & { readonly onOpen: () => void };

/** Button that is replaced by what it opens, and moves focus there. */
function Opener({ node, onOpen }: OpenerProps) {
  const open = () => {
    flushSync(onOpen);
    focusFirst(document.getElementById(`opened-${node.id}`));
  };
  return (
    <div className="opener">
      <Button look="secondary" aria-expanded={false} onClick={open}>
        {node.label}
      </Button>
    </div>
  );
}

/** Optional questions behind a button; open once one is answered or linked to. */
function More({ node, render }: { readonly node: MoreNode; readonly render: RenderNodes }) {
  const store = useFormStore();
  const keys = useMemo(() => keysIn(store.definition, [node]), [store, node]);
  const [isOpened, setOpened] = useState(false);
  const isAnsweredInside = useFromStore(store, () =>
    keys.some((key) => isAnswered(answerByKey(store.state().form.answers, key))),
  );
  // Stays open when the last answer is cleared.
  if (isAnsweredInside && !isOpened) setOpened(true);
  useEffect(
    () =>
      onRevealQuestion((key) => {
        if (keys.includes(key)) flushSync(() => setOpened(true));
      }),
    [keys],
  );
  return isOpened ? (
    <Opened node={node} render={render} />
  ) : (
    <Opener node={node} onOpen={() => setOpened(true)} />
  );
}

/** Announces errors of the last blurred question, politely and once. */
function BlurredMistake({ store }: { readonly store: FormStore }) {
  const sentence = useFromStore(store, () => mistakeOf(store));
  return (
    <>
      <ScrollAnchor of={useFromStore(store, () => store.state().errors)} />
      <span className="visually-hidden" role="status">
        {sentence}
      </span>
    </>
  );
}

function mistakeOf(store: FormStore): string {
  const key = store.state().focus.blurred.at(-1);
  const question = key === undefined ? undefined : questionOf(store, key);
  const messages = question && store.state().errors.get(question.key);
  if (question === undefined || messages === undefined) return '';
  const sentence = runningText(messages.map((message) => omitOwnLabel(question, message)));
  return say(answerTexts.ofQuestion, { label: question.label, sentence });
}

/**
 * Tracks the focused question; blurs it when focus leaves its controls.
 * Also handles input events, since some browsers do not focus clicked controls. Switching windows does not blur.
 */
function useBlurredQuestions({ dispatch }: Pick<FormStore, 'dispatch'>): void {
  useEffect(() => {
    const pointer = pointerRelease(window);
    let pressed: EventTarget | null = null;
    const enter = ({ target }: Event): void => {
      const key = questionAt(target);
      if (key === undefined) dispatch({ type: 'blur' });
      else dispatch({ type: 'focus', key });
    };
    // Hiding its message during a press would move what is pressed.
    const follow = async (event: Event): Promise<void> => {
      if (pointer.isPressed()) await pointer.wait();
      if (document.activeElement === event.target) enter(event);
    };
    const onFocusIn = (event: Event): void => void follow(event);
    const leave = async ({ target, relatedTarget }: FocusEvent): Promise<void> => {
      const key = questionAt(target);
      // `focusin` handles focus moving elsewhere.
      if (key === undefined || relatedTarget !== null) return;
      const isInside = pointer.isPressed() && questionAt(pressed) === key;
      await pointer.wait();
      const isHere = isInside || questionAt(document.activeElement) === key;
      if (document.hasFocus() && !isHere) dispatch({ type: 'blur', key });
    };
    const onFocusOut = (event: FocusEvent): void => void leave(event);
    const touch = (event: Event): void => {
      if (questionAt(event.target) === undefined) return;
      enter(event);
      dispatch({ type: 'touch' });
    };
    const press = ({ target }: Event): void => {
      pressed = target;
    };
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener('focusin', onFocusIn, { signal });
    document.addEventListener('focusout', onFocusOut, { signal });
    document.addEventListener('input', touch, { signal });
    document.addEventListener('change', touch, { signal });
    document.addEventListener('pointerdown', press, { signal });
    return () => {
      stop.abort();
      dispatch({ type: 'blur' });
    };
  }, [dispatch]);
}

/** Returns the question key around an element; parts map to their owner. */
function questionAt(target: EventTarget | null): string | undefined {
  const box = target instanceof Element ? target.closest<HTMLElement>('.box') : null;
  return box?.dataset['question'];
}
