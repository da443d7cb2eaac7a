import type { GetDocumentAnswerAnswer } from '#generated/api.ts';
import type { DocumentCalls } from '#client/api/document-calls.ts';
import { endsForm, errorMessageOf, RequestError } from '../api/call.ts';
import type { Documents, DocumentView, FileFacts } from '#client/widgets/file/document-view.ts';
import type { FileRules } from '#form/documents/file-rules.ts';
import type { FailedCall } from '../saving/save-choices.ts';
import { photoProblem, type PhotoPage, type PhotoTools } from '../widgets/file/photos/photos.ts';
import { needsCanvas } from '#client/widgets/file/file-checks.ts';
import { DocumentViews, NO_DOCUMENT, followConversion, type Conversion } from './document-views.ts';
import { say, documentsTexts, errorTexts } from '#texts/say.ts';

export type StudentDocumentsDeps = {
  readonly calls: DocumentCalls;
  /** Documents attached when the form opened. */
  readonly attached: GetDocumentAnswerAnswer;
  /** Returns a question's label for messages. */
  readonly labelOf: (key: string) => string;
  /** Returns the files that a question accepts. */
  readonly rulesOf: (key: string) => FileRules;
  /** Waits until the server knows the question is visible. Rejects with a RequestError. */
  readonly whenTabSaved: (key: string) => Promise<void>;
  readonly onError: (error: FailedCall) => void;
  /** Clears the error reported under this label, on retry. */
  readonly onRetry: (label: string) => void;
  /** Loads the photo tools on demand. */
  readonly photos: () => Promise<PhotoTools>;
};

/** A file not yet attached. */
type PendingFile = {
  readonly file: File;
  /** The view before it; `checking` once the server may have recorded this file. */
  readonly before: DocumentView;
  /** Key assigned by the server once the file was posted. */
  readonly fileKey?: string;
  /** Photos to combine into the file first. */
  readonly pages?: readonly PhotoPage[];
};

const SERVER_TROUBLE = { code: 'server', status: 0 } as const;

/** Sends, converts, replaces and deletes documents, on any page. */
export class StudentDocuments implements Documents {
  readonly #deps: StudentDocumentsDeps;
  readonly #views = new DocumentViews();
  readonly #pending = new Map<string, PendingFile>();
  /** Resolves once the state of each document at the start is known, which is no change from elsewhere. */
  readonly opened: Promise<void>;

  constructor(deps: StudentDocumentsDeps) {
    this.#deps = deps;
    this.opened = this.#adopt(deps.attached);
  }

  readonly subscribe = this.#views.subscribe;

  readonly view = this.#views.view;

  /** Keys of questions whose files are not stored as documents yet. */
  readonly unsent = (): readonly string[] => [...this.#pending.keys()];

  readonly attach = (key: string, file: File): void => {
    const isPage = needsCanvas(file, this.#deps.rulesOf(key));
    this.#addPending(key, isPage ? { file, pages: [{ photo: file, turns: 0 }] } : { file });
  };

  readonly attachPages = (key: string, pages: readonly PhotoPage[]): void => {
    const [first] = pages;
    if (first) this.#addPending(key, { file: first.photo, pages });
  };

  readonly preview = async (photo: File): Promise<Blob> => (await this.#deps.photos()).preview(photo);

  readonly retry = (key: string): void => {
    const pending = this.#pending.get(key);
    if (!pending) return;
    this.#deps.onRetry(this.#uploadLabel(key));
    void this.#send(key, pending);
  };

  readonly cancel = async (key: string): Promise<void> => {
    const pending = this.#pending.get(key);
    if (!pending) return;
    this.#deps.onRetry(this.#uploadLabel(key));
    this.#views.begin(key);
    this.#pending.delete(key);
    this.#views.show(key, pending.before);
    // The server may have recorded the file, which stays here until that is known.
    if (pending.before.phase !== 'checking' || (await this.reload())) return;
    this.#pending.set(key, pending);
    const problem = say(errorTexts.unreachable);
    this.#views.show(key, { phase: 'unsent', file: factsOf(pending.file), problem });
  };

  readonly remove = async (key: string): Promise<boolean> => {
    const view = this.view(key);
    if (view.phase !== 'attached') return view.phase === 'none';
    this.#deps.onRetry(this.#deleteLabel(key));
    this.#views.begin(key);
    this.#views.show(key, { phase: 'checking', file: view.file });
    try {
      if (!(await this.#delete(key, view.file))) return false;
    } catch (error) {
      this.#reportError(this.#deleteLabel(key), error);
      this.#views.show(key, { ...view, problem: errorMessageOf(error) });
      return false;
    }
    this.#views.show(key, NO_DOCUMENT);
    await this.reload();
    return true;
  };

  readonly reload = async (errorLabel?: string): Promise<boolean> => {
    try {
      await this.#adopt(await this.#deps.calls.documentAnswers());
      return true;
    } catch (error) {
      if (errorLabel !== undefined) this.#reportError(errorLabel, error);
      return false;
    }
  };

  /** Aborts all running work. */
  readonly close = this.#views.close;

  #addPending(key: string, given: Omit<PendingFile, 'before'>): void {
    const pending = { ...given, before: this.#pending.get(key)?.before ?? this.view(key) };
    this.#pending.set(key, pending);
    this.#deps.onRetry(this.#uploadLabel(key));
    void this.#send(key, pending);
  }

  async #send(key: string, given: PendingFile): Promise<void> {
    const run = this.#views.begin(key);
    const pending = given.pages ? await this.#prepare(key, { ...given, pages: given.pages }, run) : given;
    if (pending === undefined || run.aborted) return;
    const { file } = pending;
    try {
      if (pending.fileKey === undefined)
        this.#views.show(key, { phase: 'sending', file: factsOf(file), share: 0 });
      await this.#deps.whenTabSaved(key);
      if (run.aborted) return;
      const fileKey = pending.fileKey ?? (await this.#post(key, pending, run));
      if (run.aborted) return;
      const before = { phase: 'checking', file: factsOf(file) } as const;
      this.#pending.set(key, { ...pending, fileKey, before });
      this.#views.show(key, { ...before, phase: 'converting' });
      await this.#deps.calls.startConversion(key, fileKey, file.name);
    } catch (error) {
      if (!run.aborted) await this.#notSent(key, pending, error);
      return;
    }
    this.#pending.delete(key);
    if (!run.aborted && !(await this.reload())) await this.#follow(key, factsOf(file));
  }

  /** Creates a file from photos. @returns undefined on failure or abort */
  async #prepare(
    key: string,
    { pages, file, before }: PendingFile & Required<Pick<PendingFile, 'pages'>>,
    run: AbortSignal,
  ): Promise<PendingFile | undefined> {
    this.#views.show(key, { phase: 'preparing', file: factsOf(file) });
    const rules = this.#deps.rulesOf(key);
    try {
      const made = { file: await (await this.#deps.photos()).makeFile(pages, rules.maxBytes), before };
      if (run.aborted) return undefined;
      this.#pending.set(key, made);
      return made;
    } catch (error) {
      if (run.aborted) return undefined;
      this.#pending.delete(key);
      const problem = photoProblem(error, rules);
      this.#views.show(
        key,
        before.phase === 'attached' ? { ...before, problem } : { phase: 'none', problem },
      );
      return undefined;
    }
  }

  /** Posts the file. @returns its key on the server */
  async #post(key: string, pending: PendingFile, run: AbortSignal): Promise<string> {
    const { calls } = this.#deps;
    const onShare = (share: number): void => {
      if (!run.aborted) this.#views.show(key, { phase: 'sending', file: factsOf(pending.file), share });
    };
    const target = await calls.presignedUrl(key);
    run.throwIfAborted();
    await calls.postFile(target, pending.file, { onShare, signal: run });
    return target.fields.key;
  }

  /** Drops a refused file; keeps it after connection or server errors. */
  async #notSent(key: string, pending: PendingFile, error: unknown): Promise<void> {
    const { file, before, fileKey } = pending;
    const { code, status } = error instanceof RequestError ? error : SERVER_TROUBLE;
    // Old posts are removed from the server; the page still has the file.
    if (fileKey !== undefined && status === 404) return this.#send(key, { file, before });
    const problem = errorMessageOf(error);
    if (code !== 'unreachable') this.#reportError(this.#uploadLabel(key), error);
    if (code !== 'refused' || status === 429) {
      return this.#views.show(key, { phase: 'unsent', file: factsOf(file), problem });
    }
    this.#pending.delete(key);
    if (before.phase === 'attached') return this.#views.show(key, { ...before, problem });
    this.#views.show(key, { phase: 'none', problem });
    // The document that another device has attached stays.
    if (!(await this.reload()) || this.view(key).phase !== 'none') return;
    await this.#giveUp(key, factsOf(file), problem);
  }

  /** Removes a file that cannot become a document. */
  async #giveUp(key: string, file: FileFacts, problem: string): Promise<void> {
    this.#views.show(key, { phase: 'checking', file });
    // If this fails too, the server reports the failure when the form next opens.
    const isDeleted = await this.#delete(key, file).catch(() => undefined);
    if (isDeleted === false) return;
    this.#views.show(key, { phase: 'none', problem });
    if (isDeleted) await this.reload();
  }

  /** Deletes the document first, which fails during a conversion. @returns false if another device has replaced it */
  async #delete(key: string, { name, size }: FileFacts): Promise<boolean> {
    const { calls } = this.#deps;
    const answers = await calls.documentAnswers();
    const now = answers[key];
    // Photos often have the same name.
    if (now && (now.file_name !== name || now.file_size !== size)) {
      await this.#adopt(answers);
      return false;
    }
    await unlessGone(calls.deleteDocument(key));
    await unlessGone(calls.deleteConversion(key));
    return true;
  }

  /** Shows the server's documents and follows conversions. Resolves after their first status. */
  async #adopt(answers: GetDocumentAnswerAnswer): Promise<void> {
    for (const key of this.#views.keys()) {
      const { phase } = this.view(key);
      if (phase !== 'none' && !this.#pending.has(key) && !answers[key]) this.#drop(key);
    }
    const found = Object.entries(answers).filter(([key]) => !this.#pending.has(key));
    await Promise.all(
      found.map(([key, { file_name: name, file_size: size }]) => this.#follow(key, { name, size })),
    );
  }

  /** Follows a conversion; resolves with its first status. */
  #follow(key: string, file: FileFacts): Promise<void> {
    const run = this.#views.begin(key);
    if (this.view(key).phase === 'none') this.#views.show(key, { phase: 'checking', file });
    return new Promise((resolve) => {
      void followConversion(this.#deps.calls, key, run, (conversion) => {
        this.#showProgress(key, file, conversion);
        resolve();
      }).then(resolve);
    });
  }

  #showProgress(key: string, file: FileFacts, conversion: Conversion): void {
    const { kind, ...shown } = conversion;
    if (kind === 'gone') return this.#drop(key);
    if (kind === 'running') return this.#views.show(key, { phase: 'converting', file, ...shown });
    if (kind === 'done') return this.#views.show(key, { phase: 'attached', file, ...shown });
    this.#deps.onError({ label: this.#uploadLabel(key), message: conversion.message });
    void this.#giveUp(key, file, conversion.message);
  }

  #drop(key: string): void {
    this.#views.begin(key);
    this.#views.show(key, NO_DOCUMENT);
  }

  #deleteLabel(key: string): string {
    return say(documentsTexts.deleteError, { question: this.#deps.labelOf(key) });
  }

  #uploadLabel(key: string): string {
    return say(documentsTexts.uploadError, { question: this.#deps.labelOf(key) });
  }

  #reportError(label: string, error: unknown): void {
    if (endsForm(error)) return;
    this.#deps.onError({ label, message: errorMessageOf(error) });
  }
}

const factsOf = ({ name, size }: File): FileFacts => ({ name, size });

async function unlessGone(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof RequestError && error.status === 404)) throw error;
  }
}
