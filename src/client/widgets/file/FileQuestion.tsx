import { type WidgetProps, uiTextOption } from '../widget.ts';
import { type FileRules, fileRulesOf, fileRuleTexts, hasOwnFileRules } from '#form/documents/file-rules.ts';
import { listText } from '#texts/language.ts';
import { say, fileTexts } from '#texts/say.ts';
import './file.css';
import { lazy, Suspense, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#client/ui/Button.tsx';
import { ConfirmDialog } from '#client/ui/dialog/NoticeDialog.tsx';
import { DocumentActions } from './DocumentActions.tsx';
import { DocumentFile } from './DocumentFile.tsx';
import { isInProgress, type Documents, type DocumentView } from './document-view.ts';
import { acceptsPhotos, fileProblems, isPhoto, renamedFile } from './file-checks.ts';
import { useFileDrop } from './use-file-drop.ts';
import { Spinner } from '#client/ui/Spinner.tsx';

/** Document question; a focusable explanation without an account (docs/behavior.md 6). */
export function FileQuestion(props: WidgetProps) {
  const { id, labelId, describedBy, documents } = props;
  if (documents) return <DocumentBox {...props} documents={documents} />;
  return (
    <div
      role="group"
      id={id}
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      tabIndex={-1}
      className="file file-note"
    >
      <p>{say(fileTexts.needsAccount)}</p>
    </div>
  );
}

const PhotoPages = lazy(async () => ({ default: (await import('./photos/PhotoPages.tsx')).PhotoPages }));

const NOTHING: ActionResult = { problems: [] };

/** Document control: choose, drop, check, send, convert, replace and delete. */
function DocumentBox({ documents, ...props }: WidgetProps & { readonly documents: Documents }) {
  const { id, labelId, describedBy, question, required } = props;
  const { key } = question;
  const rules = fileRulesOf(question);
  // Several photos become a PDF.
  const canJoin = rules.types.includes('.pdf');
  const view = useSyncExternalStore(documents.subscribe, () => documents.view(key));
  const [result, setResult] = useState(NOTHING);
  const [isConfirming, setConfirming] = useState(false);
  const [photos, setPhotos] = useState<readonly File[]>([]);
  const chooseButton = useRef<HTMLButtonElement>(null);

  const attach = (file: File) => {
    setResult(NOTHING);
    documents.attach(key, file);
  };
  const take = (files: readonly File[]) => {
    if (files.length > 1 && canJoin && files.every((file) => isPhoto(file, rules))) return setPhotos(files);
    const [file] = files;
    const problems = fileProblems(files, rules);
    if (file && problems.length === 0) return attach(file);
    setResult({ problems, renamed: file && files.length === 1 ? renamedFile(file, rules) : undefined });
  };
  const remove = async () => {
    setConfirming(false);
    setResult(NOTHING);
    if (await documents.remove(key)) setResult({ problems: [], notice: say(fileTexts.deleted) });
  };
  const drop = useFileDrop(isInProgress(view) ? undefined : take);
  /** Moves focus to the Choose button, since the clicked one disappears. */
  const andFocus = (act: () => void) => () => {
    flushSync(act);
    chooseButton.current?.focus();
  };
  const { renamed } = result;
  // Lists accepted files unless the question's help does, which has no rules of its own.
  const isInHelp = uiTextOption(question, 'help') !== undefined && !hasOwnFileRules(question);
  const hasHint = view.phase === 'none' && !isInHelp;
  return (
    <div
      {...drop.handlers}
      role="group"
      id={`${id}-document`}
      aria-labelledby={labelId}
      className={`file ${drop.isOver ? 'file-over' : ''} ${view.phase === 'none' ? '' : 'file-filled'}`}
    >
      {view.phase !== 'none' && <DocumentFile view={view} question={key} />}
      <DocumentStatus id={`${id}-status`} view={view} result={result} />
      {renamed && (
        <Button look="secondary" onClick={andFocus(() => attach(renamed))}>
          {say(fileTexts.attachAs, { file: renamed.name })}
        </Button>
      )}
      <DocumentActions
        view={view}
        id={id}
        describedBy={[describedBy, `${id}-hint`, `${id}-status`].filter(Boolean).join(' ')}
        chooseButton={chooseButton}
        onFiles={take}
        types={rules.types}
        onPhotos={acceptsPhotos(rules) ? (canJoin ? setPhotos : take) : undefined}
        onRetry={andFocus(() => documents.retry(key))}
        onCancel={andFocus(() => documents.cancel(key))}
        onDelete={() => setConfirming(true)}
      />
      <p id={`${id}-hint`} className={hasHint ? 'control-note' : 'visually-hidden'}>
        {required && <span className="visually-hidden">{say(fileTexts.required)}</span>}{' '}
        {hasHint && hintText(rules)}
      </p>
      {photos.length > 0 && (
        <Suspense>
          <PhotoPages
            photos={photos}
            rules={rules}
            preview={documents.preview}
            onAttach={(pages) => {
              andFocus(() => setPhotos([]))();
              setResult(NOTHING);
              documents.attachPages(key, pages);
            }}
            onClose={() => setPhotos([])}
          />
        </Suspense>
      )}
      {isConfirming && view.phase !== 'none' && (
        <ConfirmDialog
          title={say(fileTexts.askDelete, { file: view.file.name })}
          text={say(fileTexts.willBeDeleted)}
          confirmLabel={say(fileTexts.deleteFile)}
          onConfirm={andFocus(() => void remove())}
          onClose={() => setConfirming(false)}
        />
      )}
    </div>
  );
}

function hintText(rules: FileRules): string {
  const hint = say(fileTexts.hint, { ...fileRuleTexts(rules), types: listText(rules.types, 'disjunction') });
  return acceptsPhotos(rules) ? `${hint} ${say(fileTexts.photosHint)}` : hint;
}

/** Result of the last action. */
type ActionResult = {
  /** Reasons why a file was not sent. */
  readonly problems: readonly string[];
  /** The same file with an acceptable name. */
  readonly renamed?: File | undefined;
  readonly notice?: string;
};

type StatusProps = { readonly id: string; readonly view: DocumentView; readonly result: ActionResult };

/** Document state in words, announced politely. */
function DocumentStatus({ id, view, result }: StatusProps) {
  const problems = result.problems.length > 0 ? result.problems : problemsOf(view);
  const notice = result.notice ?? progressOf(view);
  return (
    <p id={id} role="status" className="stack document-status">
      {(view.phase === 'preparing' || view.phase === 'converting') && <Spinner size="s" />}
      {problems.map((problem) => (
        <span key={problem} className="document-problem">
          {problem}
        </span>
      ))}
      {problems.length === 0 && notice !== '' && <span>{notice}</span>}
    </p>
  );
}

function problemsOf(view: DocumentView): readonly string[] {
  return 'problem' in view && view.problem !== undefined ? [view.problem] : [];
}

function progressOf(view: DocumentView): string {
  switch (view.phase) {
    case 'preparing':
      return say(fileTexts.preparing);
    case 'sending':
      return say(fileTexts.sending, { file: view.file.name });
    case 'converting':
      return say(fileTexts.converting);
    case 'attached':
      return say(fileTexts.attached);
    default:
      return '';
  }
}
