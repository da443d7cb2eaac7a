import { createContext, createElement, use, useMemo, type FormEvent, type ReactNode } from 'react';
import type { Answers, Question, CardDefinition } from '#form/definition/definition.ts';
import type { RuleState } from '../widgets/text/PasswordChecklist.tsx';
import {
  useFormScope,
  useFromStore,
  useQuestionView,
  FormScopeContext,
  type FormScope,
  type LayoutParts,
} from './form-scope.ts';
import type { FindWidget } from '../widgets/widget.ts';
import { QuestionBox } from './layout/QuestionBox.tsx';
import { useWidgetProps } from './use-widget-props.ts';
import { commitDrafts } from '../widgets/commit-drafts.ts';
import type { QuestionStore } from './store/form-store.ts';
import { Layout, Paragraphs, Row, Section } from './layout/Layout.tsx';
import './questionnaire.css';

/** Additional checklist rules, each with its password's key. */
export type ExtraRules = (answers: Answers) => readonly (RuleState & { readonly listedAt: string })[];

const ExtraRulesContext = createContext<ExtraRules | undefined>(undefined);

/** Current extra rules of one question. */
function useExtraRules(key: string): readonly RuleState[] | undefined {
  const { store } = useFormScope();
  const extraRules = use(ExtraRulesContext);
  const { answers } = useFromStore(store, () => store.state().form);
  return extraRules?.(answers).filter(({ listedAt }) => listedAt === key);
}

/** Renders one question without RJSF, for the log-in cards. */
function PlainQuestion({ question }: { readonly question: Question }) {
  const { key } = question;
  const { store, widgetNamed } = useFormScope();
  const { value, messages, isRequired } = useQuestionView(question);
  const props = useWidgetProps(question, {
    value,
    messages,
    isRequired,
    extraRules: useExtraRules(key),
    onChange: (answer) => store.dispatch({ type: 'setAnswers', answers: { [key]: answer } }),
  });
  return (
    <QuestionBox question={question} messages={messages} isRequired={isRequired}>
      {createElement(widgetNamed(question.widget).component, props)}
    </QuestionBox>
  );
}

type CardFormProps = {
  readonly card: CardDefinition;
  /** From `createCardStore`; answers change per keystroke for live checks. */
  readonly store: QuestionStore;
  /** From `loadCardWidgets` for the card's questions. */
  readonly widgetNamed: FindWidget;
  /** Receives all answers on submit; the caller validates and sets messages. */
  readonly onSubmit: (answers: Answers) => void;
  /** Additional password checklist rules. */
  readonly extraRules?: ExtraRules;
  /** Buttons, one of type submit. */
  readonly children: ReactNode;
};

/** Renders a log-in card with the layout and widgets of pages, without RJSF. */
export function CardForm({ card, store, widgetNamed, onSubmit, extraRules, children }: CardFormProps) {
  const scope = useMemo(
    (): FormScope => ({
      store,
      live: true,
      widgetNamed,
      parts: cardParts,
      questionView: PlainQuestion,
    }),
    [store, widgetNamed],
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    commitDrafts();
    store.dispatch({ type: 'setAnswers', answers: textsOf(card, new FormData(event.currentTarget)) });
    onSubmit(store.state().form.answers);
  };
  return (
    <FormScopeContext value={scope}>
      <form className="form-page form-card" noValidate onSubmit={submit}>
        <ExtraRulesContext value={extraRules}>
          <Layout nodes={card.layout} />
        </ExtraRulesContext>
        {children}
      </form>
    </FormScopeContext>
  );
}

/** Reads text controls directly, because password managers can fill them without events. */
function textsOf(card: CardDefinition, data: FormData): Answers {
  const texts = Object.values(card.questions)
    .filter(({ type }) => type === 'string')
    .map(({ key }) => [key, data.get(key)] as const)
    .filter((entry): entry is readonly [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts);
}

/** Parts for cards. No groups (`npm run check`): log-in loads first (decision 4). */
const cardParts: LayoutParts = {
  AddAnother: noGroup,
  Confirm: noGroup,
  More: noGroup,
  TabGroup: noGroup,
  Paragraphs,
  Row,
  Section,
};

function noGroup(): never {
  throw new Error('A log-in card has no groups. npm run check names the node that is to be removed.');
}
