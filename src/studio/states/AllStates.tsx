import { useEffect, useMemo, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import type { PartnerFiles } from '#client/api/partner-files.ts';
import { FormPage } from '#client/questionnaire/FormPage.tsx';
import { createFormStore } from '#client/questionnaire/store/form-store.ts';
import type { FormDefinition, LayoutNode, PageDefinition } from '#form/definition/definition.ts';
import { isTitledSection } from '#form/definition/layout-steps.ts';
import type { StudioState } from '../studio-data.ts';
import { useStudioData } from '../use-studio-data.ts';
import type { Documents, DocumentView } from '#client/widgets/file/document-view.ts';
import './states.css';

type AllStatesProps = {
  readonly partner: string;
  readonly title: string;
  readonly files: Pick<PartnerFiles, 'form'>;
};

/** Printable page of every section in every distinct state. */
export function AllStates({ partner, title, files }: AllStatesProps) {
  const { states, phase } = useStudioData(partner);
  const definition = useDefinition(files, states);
  const pages = useMemo(() => definition?.pages.filter(({ layout }) => layout.length > 0), [definition]);
  const isReady = definition !== undefined && states !== undefined;
  return (
    <main className="states">
      <header className="states-head">
        <h1>All states: {title}</h1>
        <p role="status">{isReady ? `${states.length} states` : PROGRESS[phase ?? 'compiling']}</p>
        <Button look="secondary" disabled={!isReady} onClick={() => window.print()}>
          Print
        </Button>
      </header>
      {isReady &&
        pages?.map((page) => (
          <PageStates key={page.id} page={page} definition={definition} states={states} />
        ))}
    </main>
  );
}

const PROGRESS = {
  compiling: 'Compiling the form',
  checking: 'Finding the states',
  checked: 'Finding the states',
} as const;

/** Loads the definition, again whenever new states arrive. */
function useDefinition(
  files: AllStatesProps['files'],
  states: readonly StudioState[] | undefined,
): FormDefinition | undefined {
  const [definition, setDefinition] = useState<FormDefinition>();
  useEffect(() => {
    if (!states) return undefined;
    let isCurrent = true;
    const load = async (): Promise<void> => {
      const loaded = await files.form();
      if (isCurrent) setDefinition(loaded);
    };
    load().catch(console.error);
    return () => {
      isCurrent = false;
    };
  }, [files, states]);
  return definition;
}

type PageStatesProps = {
  readonly page: PageDefinition;
  readonly definition: FormDefinition;
  readonly states: readonly StudioState[];
};

function PageStates({ page, definition, states }: PageStatesProps) {
  return (
    <section className="states-page" aria-label={page.title}>
      <h2>{page.title}</h2>
      {sectionsOf(page).map(({ node, nodes }) =>
        states
          .filter((state) => state.node === node)
          .map((state) => (
            <figure key={state.name} className="panel states-state">
              <figcaption>
                {state.section}: {state.caption}
              </figcaption>
              {state.isShown ? (
                <SectionForm definition={definition} page={page} nodes={nodes} state={state} />
              ) : (
                <p>The section is hidden.</p>
              )}
            </figure>
          )),
      )}
    </section>
  );
}

type PageSection = { readonly node: string; readonly nodes: readonly LayoutNode[] };

/** Returns the untitled contents of a page, then its titled sections. */
function sectionsOf({ id, layout }: PageDefinition): readonly PageSection[] {
  const sections = layout.flatMap((node) =>
    isTitledSection(node) ? [{ node: `section-${node.id}`, nodes: [node] }] : [],
  );
  return [{ node: `page-${id}`, nodes: layout.filter((node) => !isTitledSection(node)) }, ...sections];
}

type SectionFormProps = Pick<PageStatesProps, 'page' | 'definition'> & {
  readonly nodes: readonly LayoutNode[];
  readonly state: StudioState;
};

const NO_FILE: DocumentView = { phase: 'none' };

/** Documents of a student without any; the page is inert, so nothing is sent. */
const NO_DOCUMENTS: Documents = {
  subscribe: () => () => undefined,
  view: () => NO_FILE,
  attach: () => undefined,
  attachPages: () => undefined,
  preview: () => Promise.reject(new Error('All states shows no photos.')),
  retry: () => undefined,
  cancel: () => undefined,
  remove: async () => false,
  reload: async () => true,
};

/** One section as students see it; inert, since all states share element IDs. */
function SectionForm({ definition, page, nodes, state }: SectionFormProps) {
  const [now] = useState(() => new Date());
  const store = useMemo(
    () =>
      createFormStore({
        definition,
        state: { ...state.state, opened: new Set(state.opened) },
        now,
        signedIn: true,
      }),
    [definition, state, now],
  );
  const section = useMemo(() => ({ ...page, layout: nodes }), [page, nodes]);
  return (
    <div inert>
      <FormPage page={section} store={store} documents={NO_DOCUMENTS} />
    </div>
  );
}
