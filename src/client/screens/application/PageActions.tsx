import { Button } from '#client/components/Button.tsx';
import './PageActions.css';

type PageActionsProps = {
  /** Paths of the neighbours; undefined at either end. */
  back: string | undefined;
  next: string | undefined;
  isSaving: boolean;
  isSubmitting: boolean;
  onBack: (path: string) => void;
  onSave: (path: string) => void;
  onSubmit: () => void;
};

/** The buttons below a page; their sizes stand in specification 2. */
export function PageActions({ back, next, isSaving, isSubmitting, ...actions }: PageActionsProps) {
  return (
    <div className="page-actions no-print">
      {back !== undefined && (
        <Button look="secondary" onClick={() => actions.onBack(back)}>
          Back
        </Button>
      )}
      <div className="page-actions__forward">
        {next !== undefined && (
          <Button size="save" isBusy={isSaving} onClick={() => actions.onSave(next)}>
            Save & Continue
          </Button>
        )}
        {next === undefined && (
          <Button size="submit" isBusy={isSubmitting} onClick={() => actions.onSubmit()}>
            Submit
          </Button>
        )}
      </div>
    </div>
  );
}
