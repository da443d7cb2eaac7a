import { useEffect, useRef, useState, type RefObject, type ReactNode } from 'react';
import { pointerRelease } from '#client/ui/pointer-release.ts';
import type { Question } from '#form/definition/definition.ts';
import { useFormScope, useFromStore } from '../form-scope.ts';
import { uiTextOption } from '#client/widgets/widget.ts';
import { say, formTexts } from '#texts/say.ts';
import { boxMessages } from '../use-widget-props.ts';

/**
 * Delays text until blur and pointer release; '' shows at once.
 *
 * @param place an element in the question's box
 */
function useOnBlur(place: RefObject<HTMLElement | null>, now: string): string {
  const [shown, setShown] = useState(now);
  useEffect(() => {
    const box = place.current?.closest('.box');
    const isInside = (target: EventTarget | null): boolean =>
      target instanceof Node && (box?.contains(target) ?? false);
    let isOver = false;
    const show = async (): Promise<void> => {
      await pointerRelease(window).wait();
      if (!isOver) setShown(now);
    };
    const leave = (event: Event): void => {
      if (!(event instanceof FocusEvent) || !isInside(event.relatedTarget)) void show();
    };
    if (now === '' || !isInside(document.activeElement)) void show();
    box?.addEventListener('focusout', leave);
    return () => {
      isOver = true;
      box?.removeEventListener('focusout', leave);
    };
  }, [place, now]);
  return shown;
}

/** Warnings for valid but unusual answers, in a permanent live region. Shown on blur. */
function Notices({ question }: { readonly question: Question }) {
  const { store } = useFormScope();
  const region = useRef<HTMLDivElement>(null);
  const now = useFromStore(store, () => store.notices(question).join('\n'));
  const shown = useOnBlur(region, now);
  return (
    <div ref={region} id={`notice-${question.key}`} role="status" className="box-notices">
      {shown !== '' && shown.split('\n').map((text) => <p key={text}>{text}</p>)}
    </div>
  );
}

/** Collapsible "Why do we ask?", using native `<details>`; null without a reason. */
export function Why({ question }: { readonly question: Question }) {
  const why = uiTextOption(question, 'why');
  if (why === undefined) return null;
  return (
    <details className="why no-print">
      <summary className="why-summary">
        {say(formTexts.why)}
        <span className="visually-hidden"> {say(formTexts.whyOf, { question: question.label })}</span>
      </summary>
      <p className="why-text">{why}</p>
    </details>
  );
}

/** Marks an answer from last year until it is checked; then only its room stays. */
function CarriedMark({ question: { key } }: { readonly question: Question }) {
  const { store } = useFormScope();
  const isMarked = useFromStore(store, () => store.state().carried.get(key));
  return (
    <p
      id={isMarked ? `carried-${key}` : undefined}
      className={isMarked ? 'carried-mark no-print' : 'carried-mark carried-done no-print'}
    >
      {say(formTexts.lastYear)}
    </p>
  );
}

type BoxProps = {
  readonly question: Question;
  readonly messages: readonly string[] | undefined;
  readonly isRequired: boolean;
  /** The widget. */
  readonly children: ReactNode;
};

/**
 * Question label, help, control and two reserved message lines.
 * No wrapper uses the bare key as id: the browser's fragment handling would move focus there.
 */
export function QuestionBox({ question, messages, isRequired, children }: BoxProps) {
  const { key, label } = question;
  const help = (
    <>
      <Help question={question} />
      <Why question={question} />
    </>
  );
  const shown = boxMessages(question, messages);
  const { widgetNamed, store } = useFormScope();
  const place = widgetNamed(question.widget).label;
  const className = isRequired ? 'label required' : 'label';
  const labelled = { id: `label-${key}`, className, children: label };
  return (
    <div id={`box-${key}`} data-question={key} className={messages ? 'box box-invalid' : 'box'}>
      {place !== 'inline' && (
        <div className="box-head">
          {place === 'above' ? <label htmlFor={key} {...labelled} /> : <span {...labelled} />}
          {help}
        </div>
      )}
      <div className="box-control">{children}</div>
      <div className="box-foot">
        {place === 'inline' && help}
        {shown.length > 0 && (
          <p id={`error-${key}`} className="box-error">
            {shown.map((message) => (
              <span key={message}>{message}</span>
            ))}
          </p>
        )}
        {store.state().carried.has(key) && <CarriedMark question={question} />}
        {question.notices && <Notices question={question} />}
      </div>
    </div>
  );
}

function Help({ question }: Pick<BoxProps, 'question'>) {
  const help = uiTextOption(question, 'help');
  if (help === undefined) return null;
  return (
    <p id={`help-${question.key}`} className="fine-print box-help">
      {help}
    </p>
  );
}
