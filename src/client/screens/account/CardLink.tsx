import { ScreenLink } from '../ScreenLink.tsx';
import { useFromStore } from '#client/questionnaire/form-scope.ts';
import type { QuestionStore } from '#client/questionnaire/store/form-store.ts';
import type { NavigationState } from '../navigation-state.ts';
import { cardAnswerText } from './card-errors.ts';

type CardLinkProps = { readonly to: string; readonly store: QuestionStore; readonly children: string };

/** A link to another card; the address that is typed here is passed on. */
export function CardLink({ to, store, children }: CardLinkProps) {
  const { answers } = useFromStore(store, store.state);
  const state: NavigationState = { username: cardAnswerText(answers, 'username') };
  return (
    <ScreenLink to={to} state={state}>
      {children}
    </ScreenLink>
  );
}
