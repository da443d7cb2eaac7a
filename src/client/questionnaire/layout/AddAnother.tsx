import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { answerByKey, isAnswered } from '#form/definition/answer.ts';
import { fewestInstances, instanceCount } from '#form/answers/instances.ts';
import type { AddAnotherNode } from '#form/definition/definition.ts';
import { Button } from '#client/ui/Button.tsx';
import { ConfirmDialog } from '#client/ui/dialog/NoticeDialog.tsx';
import { useFormStore, useFromStore, type RenderNodes } from '../form-scope.ts';
import { namedAnswers } from '../use-leave-tab.tsx';
import { focusFirst } from '../focus-question.ts';
import { BelowHeading, Heading } from './Layout.tsx';
import { commitDrafts } from '#client/widgets/commit-drafts.ts';
import { say, instanceTexts } from '#texts/say.ts';
import { longTextsLostBy } from '#client/questionnaire/store/confirmed-changes.ts';

type AddAnotherProps = { readonly node: AddAnotherNode; readonly render: RenderNodes };

/** Repeatable group; logged-in students add and remove instances (docs/behavior.md 4.11). */
export function AddAnother({ node, render }: AddAnotherProps) {
  const store = useFormStore();
  const addButton = useRef<HTMLButtonElement>(null);
  const [removing, setRemoving] = useState<number>();
  const [notice, setNotice] = useState('');
  /** Removed instances; later ones remount to drop uncommitted text. */
  const [removals, setRemovals] = useState<readonly number[]>([]);
  const count = useFromStore(store, () => instanceCount(node, store.state().form));

  const titleOf = (n: number) => node.instances[n - 1]?.title ?? '';
  const add = () => {
    flushSync(() => {
      setNotice('');
      store.dispatch({ type: 'setCount', node, count: count + 1 });
    });
    focusFirst(document.getElementById(`instance-${node.id}-${count + 1}`));
  };
  const remove = (n: number) => {
    commitDrafts();
    flushSync(() => {
      setRemoving(undefined);
      setRemovals([...removals, n]);
      setNotice(say(instanceTexts.removed, { title: titleOf(n) }));
      store.dispatch({ type: 'removeInstance', node, n });
      store.dispatch({ type: 'agree' });
    });
    addButton.current?.focus();
  };
  /** Names of all cleared answers, long texts first; '' for none. */
  const lossOf = (n: number): string => {
    const { answers } = store.state().form;
    const given = (node.instances[n - 1]?.keys ?? []).filter((key) => isAnswered(answerByKey(answers, key)));
    const lost = longTextsLostBy(store, { type: 'removeInstance', node, n });
    return namedAnswers(store, [...new Set([...lost, ...given])]).names;
  };
  return (
    <div className="repeat">
      {node.instances.slice(0, count).map(({ title, children }, index) => {
        const n = index + 1;
        return (
          <section
            key={`${n} ${removals.filter((removed) => removed <= n).length}`}
            role="group"
            id={`instance-${node.id}-${n}`}
            className="repeat-instance"
            aria-labelledby={`instance-${node.id}-${n}-title`}
          >
            <header className="repeat-head">
              <Heading id={`instance-${node.id}-${n}-title`} className="repeat-title">
                {title}
              </Heading>
              {store.signedIn && count > fewestInstances(node) && (
                <Button
                  look="text"
                  isDeletion
                  aria-label={say(instanceTexts.removeNamed, { title })}
                  onClick={() => (lossOf(n) === '' ? remove(n) : setRemoving(n))}
                  text={instanceTexts.remove}
                />
              )}
            </header>
            <BelowHeading>{render(children)}</BelowHeading>
          </section>
        );
      })}
      {count === 0 && !store.signedIn && <p className="form-text">{say(instanceTexts.needsAccount)}</p>}
      {store.signedIn && count < node.max && (
        <Button ref={addButton} look="secondary" onClick={add}>
          {node.label}
        </Button>
      )}
      <span className="visually-hidden" role="status">
        {notice}
      </span>
      {removing !== undefined && (
        <ConfirmDialog
          title={say(instanceTexts.ask, { title: titleOf(removing) })}
          text={say(instanceTexts.answers, { answers: lossOf(removing) })}
          confirmLabel={say(instanceTexts.remove)}
          onConfirm={() => remove(removing)}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </div>
  );
}
