import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { fewestInstances } from '#form/answers/instances.ts';
import { isAnswered } from '#form/definition/answer.ts';
import type { AddAnotherNode } from '#form/definition/definition.ts';
import { Button } from '#client/components/Button.tsx';
import { ConfirmDialog } from '#client/components/dialog/ConfirmDialog.tsx';
import { useFormScope, useFormStore, useFromStore, type DrawNodes } from '../form-scope.ts';
import { namedAnswers } from '../store/named-answers.ts';
import { focusFirst } from './focus-first.ts';
import { BelowHeading, Heading } from './Heading.tsx';
import { say } from '#texts/say.ts';
import * as instanceTexts from '#generated/texts/instance.ts';

type AddAnotherProps = { readonly node: AddAnotherNode; readonly draw: DrawNodes };

/**
 * A repeatable group. Signed in, one more can be added up to the maximum (specification 4, "Add-another"), and
 * one taken out; the later ones move down, so that there is never a hole.
 */
export function AddAnother({ node, draw }: AddAnotherProps) {
  const store = useFormStore();
  const { readOnly } = useFormScope();
  const addButton = useRef<HTMLButtonElement>(null);
  const [asked, setAsked] = useState<number>();
  const [notice, setNotice] = useState('');
  const count = useFromStore(store, () => store.instanceCount(node));
  const mayChange = store.signedIn && !readOnly;

  const titleOf = (n: number) => node.instances[n - 1]?.title ?? '';
  const add = () => {
    flushSync(() => {
      setNotice('');
      store.setCount(node, count + 1);
    });
    focusFirst(document.getElementById(`instance-${node.id}-${count + 1}`));
  };
  const remove = (n: number) => {
    flushSync(() => {
      setAsked(undefined);
      setNotice(say(instanceTexts.removed, { title: titleOf(n) }));
      store.removeInstance(node, n);
      store.agree();
    });
    addButton.current?.focus();
  };
  const lostTexts = (n: number) => namedAnswers(store, store.lostByRemoval(node, n)).names;
  const isFilled = (n: number) =>
    (node.instances[n - 1]?.keys ?? []).some((key) => isAnswered(store.answer(key)));
  return (
    <div className="repeat">
      {node.instances.slice(0, count).map(({ title, children }, index) => {
        const n = index + 1;
        return (
          <section
            key={n}
            role="group"
            id={`instance-${node.id}-${n}`}
            className="repeat-instance"
            aria-labelledby={`instance-${node.id}-${n}-title`}
          >
            <header className="repeat-head">
              <Heading id={`instance-${node.id}-${n}-title`} className="repeat-title">
                {title}
              </Heading>
              {mayChange && count > fewestInstances(node) && (
                <Button
                  look="text"
                  aria-label={say(instanceTexts.removeNamed, { title })}
                  onClick={() => (isFilled(n) || lostTexts(n) !== '' ? setAsked(n) : remove(n))}
                >
                  {say(instanceTexts.remove)}
                </Button>
              )}
            </header>
            <BelowHeading>{draw(children)}</BelowHeading>
          </section>
        );
      })}
      {count === 0 && !store.signedIn && <p className="form-text">{say(instanceTexts.needsAccount)}</p>}
      {mayChange && count < node.max && (
        <Button ref={addButton} look="secondary" onClick={add}>
          {node.label}
        </Button>
      )}
      <span className="visually-hidden" role="status">
        {notice}
      </span>
      {asked !== undefined && (
        <ConfirmDialog
          title={say(instanceTexts.ask, { title: titleOf(asked) })}
          text={removalText(lostTexts(asked))}
          confirmLabel={say(instanceTexts.remove)}
          onConfirm={() => remove(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}

function removalText(answers: string): string {
  return answers === '' ? say(instanceTexts.answers) : say(instanceTexts.texts, { answers });
}
