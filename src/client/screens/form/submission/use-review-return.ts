import { useState } from 'react';
import { useLocation } from 'react-router';
import { readNavigationState } from '#client/screens/navigation-state.ts';

/** The section of the review from which somebody came to change it, until they leave the pages of the form. */
export function useReviewReturn(): string | undefined {
  const { review } = readNavigationState(useLocation().state);
  const [asked, setAsked] = useState(review);
  // A link on the page passes nothing on.
  if (review !== undefined && review !== asked) setAsked(review);
  return asked;
}
