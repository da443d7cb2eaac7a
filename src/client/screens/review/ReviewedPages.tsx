import { Fragment, useEffect, useRef, useSyncExternalStore, type RefObject } from 'react';
import type { Facts, FormDefinition, Question } from '#form/definition/definition.ts';
import type { TitledSection } from '#form/definition/layout-steps.ts';
import { RichText } from '#client/questionnaire/layout/Layout.tsx';
import {
  type ReviewBlock,
  type ReviewScope,
  type ReviewedDocuments,
  reviewAnchor,
  reviewSections,
} from './review-scope.ts';
import { isShown } from '#form/answers/visible-questions.ts';
import { say, reviewTexts } from '#texts/say.ts';
import { isDocumentQuestion } from '#form/documents/document-answers.ts';
import { omitOwnLabel, runningText } from '#form/validation/wrong-questions.ts';
import { Icon } from '#client/ui/Icon.tsx';
import { DocumentFile } from '#client/widgets/file/DocumentFile.tsx';
import { ScreenLink } from '../ScreenLink.tsx';
import { sectionPlace } from '#client/session/form-routes.ts';
import { useLocation } from 'react-router';
import type { NavigationState } from '#client/session/navigation-state.ts';
import '#client/widgets/file/file.css';

type ReviewedPagesProps = Omit<ReviewScope, 'page'> & {
  readonly definition: FormDefinition;
  /** Decide which sections and texts are visible. */
  readonly facts: Facts;
};

/** All pages with their answers, as plain lists that render fast. */
export function ReviewedPages({ definition, facts, ...scope }: ReviewedPagesProps) {
  return (
    <div className="stack reviewed-pages">
      {definition.pages
        .filter((page) => isShown(page, facts))
        .map((page) => (
          <ReviewedPage key={page.id} {...scope} {...{ page, facts }} />
        ))}
    </div>
  );
}

type ReviewedPageProps = ReviewScope & { readonly facts: Facts };

function ReviewedPage({ facts, ...scope }: ReviewedPageProps) {
  const { page, lines, canChange } = scope;
  const sections = reviewSections(page, lines, facts);
  const isWhole = sections.every(({ node }) => node === undefined);
  return (
    <section className="reviewed-page">
      <header className="spread reviewed-page-head">
        <h2>{page.title}</h2>
        {canChange && isWhole && <ChangeLink to={page.path} state={{ review: page.id }} what={page.title} />}
      </header>
      {sections.map(({ node, blocks }) =>
        node ? (
          <Section key={node.id} {...{ scope, node, blocks }} />
        ) : (
          <Blocks key={page.id} {...{ scope, blocks }} anchor="" />
        ),
      )}
    </section>
  );
}

type SectionProps = {
  readonly scope: ReviewScope;
  readonly node: TitledSection;
  readonly blocks: readonly ReviewBlock[];
};

/** A section with its Change link; an empty one is a single line. */
function Section({ scope, node, blocks }: SectionProps) {
  const { page, canChange } = scope;
  const anchor = reviewAnchor(page.id, node);
  const { hash, state } = sectionPlace(node);
  return (
    <section className="panel review-section">
      <header className="review-section-head">
        <h3 id={anchor} tabIndex={-1} ref={useComeBack(anchor)}>
          {node.title}
        </h3>
        {blocks.length === 0 && <p className="review-nothing">{say(reviewTexts.nothing)}</p>}
        {canChange && (
          <ChangeLink to={page.path + hash} state={{ ...state, review: anchor }} what={node.title} />
        )}
      </header>
      <Blocks {...{ scope, blocks, anchor }} />
    </section>
  );
}

/** Where an answer is: its page and the anchor of its section, or ''. */
type Place = { readonly scope: ReviewScope; readonly anchor: string };

function Blocks({ blocks, ...place }: Place & { readonly blocks: readonly ReviewBlock[] }) {
  return blocks.map(({ heading, texts, questions }, index) => (
    <Fragment key={index}>
      {heading !== '' && <h4 className="review-block-title">{heading}</h4>}
      {texts.map((text, number) => (
        <p key={number} className="review-text">
          <RichText text={text} />
        </p>
      ))}
      <dl>
        {questions.map((question) => (
          <Row key={question.key} {...place} question={question} />
        ))}
      </dl>
    </Fragment>
  ));
}

type RowProps = Place & { readonly question: Question };

/** Label and answer, with the file and errors. */
function Row({ question, ...place }: RowProps) {
  const { key, label } = question;
  const { lines, documents } = place.scope;
  const value = lines.get(key)?.value ?? '';
  return (
    <div className="review-row" data-question={key}>
      <dt>{label}</dt>
      <dd>
        {value !== '' && (
          <p className="review-value" dir="auto">
            {value}
          </p>
        )}
        {isDocumentQuestion(question) && <ReviewDocument question={key} documents={documents} />}
        <Problem {...place} question={question} isMissing={value === ''} />
      </dd>
    </div>
  );
}

type DocumentProps = { readonly question: string; readonly documents: ReviewedDocuments };

/** File name, state and first page. */
function ReviewDocument({ question, documents: { subscribe, view } }: DocumentProps) {
  const shown = useSyncExternalStore(subscribe, () => view(question));
  if (shown.phase === 'none') return null;
  return (
    <div className="review-document">
      <DocumentFile view={shown} question={question} />
    </div>
  );
}

/** Errors of an answer, with a link to its question. */
function Problem({ scope, anchor, question, isMissing }: RowProps & { readonly isMissing: boolean }) {
  const { key, fullLabel } = question;
  const { page, problems } = scope;
  const sentences = problems.get(key);
  if (!sentences) return null;
  return (
    <div className="review-problem">
      <Icon name="alert" />
      <p>{runningText(sentences.map((sentence) => omitOwnLabel(question, sentence)))}</p>
      <ScreenLink to={`${page.path}#${key}`} state={{ review: anchor }}>
        {say(isMissing ? reviewTexts.answer : reviewTexts.change)}{' '}
        <span className="visually-hidden">{fullLabel}</span>
      </ScreenLink>
    </div>
  );
}

/** Ref of the heading to focus when the address names its section. */
function useComeBack(anchor: string): RefObject<HTMLHeadingElement | null> {
  const ref = useRef<HTMLHeadingElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== `#${anchor}`) return;
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView();
  }, [anchor, hash]);
  return ref;
}

type ChangeLinkProps = {
  readonly to: string;
  readonly state: NavigationState;
  /** Label for screen readers. */
  readonly what: string;
};

/** Link to the questions of a section or page. */
function ChangeLink({ to, state, what }: ChangeLinkProps) {
  return (
    <ScreenLink to={to} state={state} className="review-change no-print">
      {say(reviewTexts.change)} <span className="visually-hidden">{what}</span>
    </ScreenLink>
  );
}
