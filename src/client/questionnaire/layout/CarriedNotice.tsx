import { useState } from 'react';
import { visibleQuestions } from '#form/answers/visible-questions.ts';
import type { PageDefinition } from '#form/definition/definition.ts';
import { Button } from '#client/ui/Button.tsx';
import { commitDrafts } from '#client/widgets/commit-drafts.ts';
import { say, carriedTexts } from '#texts/say.ts';
import { useFromStore } from '../form-scope.ts';
import type { FormStore } from '../store/form-store.ts';

type NoticeProps = { readonly page: PageDefinition; readonly store: FormStore };

/** Counts a page's answers from last year and confirms them; keeps its height afterwards. */
export function CarriedNotice({ page, store }: NoticeProps) {
  const keys = useFromStore(store, () => uncheckedKeys(page, store).join(' '));
  const [hadAny] = useState(keys !== '');
  if (!hadAny) return null;
  const confirm = (): void => {
    // Text being typed is a change.
    commitDrafts();
    store.dispatch({ type: 'confirmCarried', keys: uncheckedKeys(page, store) });
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <section className="row spread panel notice carried no-print" aria-label={say(carriedTexts.label)}>
      <div>
        {keys !== '' && <p>{say(carriedTexts.onPage, { count: keys.split(' ').length })}</p>}
        <p role="status">{keys === '' && say(carriedTexts.allChecked)}</p>
      </div>
      <div className={keys === '' ? 'carried-done' : undefined}>
        <Button look="secondary" onClick={confirm} text={carriedTexts.confirm} />
      </div>
    </section>
  );
}

/** Lists a page's visible questions with unchecked answers from last year. */
export function uncheckedKeys(page: PageDefinition, { state }: Pick<FormStore, 'state'>): readonly string[] {
  const { carried, form, facts } = state();
  if (carried.size === 0) return [];
  const keys = visibleQuestions(page, form, facts).map(({ key }) => key);
  return keys.filter((key) => carried.get(key));
}
