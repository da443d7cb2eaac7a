import { Button } from '#client/ui/Button.tsx';
import { formTexts, reviewTexts } from '#texts/say.ts';
import type { FormDefinition, PageDefinition } from '#form/definition/definition.ts';

type PageActionsProps = ButtonTargets & {
  readonly isSaving: boolean;
  readonly isSubmitting: boolean;
  readonly onBack: (path: string) => void;
  readonly onSave: (path: string) => void;
  /** Opens the review before Submit. */
  readonly onReview: () => void;
  readonly onSubmit: () => void;
};

/** Buttons below a page; sizes from docs/behavior.md 2.5. */
export function PageActions({ back, save, submits, isSaving, isSubmitting, ...actions }: PageActionsProps) {
  return (
    <div className="row spread page-actions no-print">
      {back !== undefined && (
        <Button look="secondary" onClick={() => actions.onBack(back)} text={formTexts.back} />
      )}
      <div className="row page-actions-forward">
        {save !== undefined && (
          <Button size="save" isBusy={isSaving} onClick={() => actions.onSave(save)} text={formTexts.save} />
        )}
        {submits && (
          <>
            <Button
              look="secondary"
              isBusy={isSaving}
              onClick={() => actions.onReview()}
              text={reviewTexts.open}
            />
            <Button
              size="submit"
              isBusy={isSubmitting}
              onClick={() => actions.onSubmit()}
              text={formTexts.submit}
            />
          </>
        )}
      </div>
    </div>
  );
}

/** Target paths of a page's buttons; undefined hides one. */
type ButtonTargets = {
  readonly back: string | undefined;
  readonly save: string | undefined;
  /** Whether the page has Submit (the last one). */
  readonly submits: boolean;
};

/** Button paths among visible pages: from the form, else adjacent ones (docs/behavior.md 2.5). */
export function buttonTargets(pages: FormDefinition['pages'], page: PageDefinition): ButtonTargets {
  const index = pages.indexOf(page);
  return {
    back: pathOf(pages, page.backTo) ?? pages[index - 1]?.path,
    save: pathOf(pages, page.saveTo) ?? pages[index + 1]?.path,
    submits: index === pages.length - 1,
  };
}

/** Page after a refused submit: from the form, else the same (docs/behavior.md 4.2). */
export function refusedSubmitTarget(definition: FormDefinition, page: PageDefinition): string {
  return pathOf(definition.pages, definition.submitErrorTo) ?? page.path;
}

function pathOf(pages: FormDefinition['pages'], id: string | undefined): string | undefined {
  return pages.find((page) => page.id === id)?.path;
}
