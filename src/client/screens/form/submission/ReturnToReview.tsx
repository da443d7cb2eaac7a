import { Button } from '#client/ui/Button.tsx';
import { say } from '#texts/say.ts';
import { reviewTexts } from '#generated/texts.ts';

type ReturnToReviewProps = { readonly isSaving: boolean; readonly onReturn: () => void };

/** Stays in sight while somebody changes what they saw in the review. */
export function ReturnToReview({ isSaving, onReturn }: ReturnToReviewProps) {
  return (
    <div className="return-to-review no-print">
      <Button isBusy={isSaving} onClick={onReturn}>
        {say(reviewTexts.back)}
      </Button>
    </div>
  );
}
