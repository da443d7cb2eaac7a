import { Button } from '#client/ui/Button.tsx';
import type { ButtonTargets } from './button-targets.ts';
import { say } from '#texts/say.ts';
import { formTexts, reviewTexts } from '#generated/texts.ts';

type PageActionsProps = ButtonTargets & {
  readonly isSaving: boolean;
  readonly isSubmitting: boolean;
  readonly onBack: (path: string) => void;
  readonly onSave: (path: string) => void;
  /** Before Submit. */
  readonly onReview: () => void;
  readonly onSubmit: () => void;
};

/** The buttons below a page; their sizes are from docs/behavior.md 2.5. */
export function PageActions({ back, save, submits, isSaving, isSubmitting, ...actions }: PageActionsProps) {
  return (
    <div className="page-actions no-print">
      {back !== undefined && (
        <Button look="secondary" onClick={() => actions.onBack(back)}>
          {say(formTexts.back)}
        </Button>
      )}
      <div className="page-actions-forward">
        {save !== undefined && (
          <Button size="save" isBusy={isSaving} onClick={() => actions.onSave(save)}>
            {say(formTexts.save)}
          </Button>
        )}
        {submits && (
          <>
            <Button look="secondary" isBusy={isSaving} onClick={() => actions.onReview()}>
              {say(reviewTexts.open)}
            </Button>
            <Button size="submit" isBusy={isSubmitting} onClick={() => actions.onSubmit()}>
              {say(formTexts.submit)}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
