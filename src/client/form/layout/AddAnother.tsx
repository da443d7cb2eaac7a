import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { fewestInstances } from '#form/answers/instances.ts';
import { isAnswered } from '#form/definition/answer.ts';
import type { AddAnotherNode } from '#form/definition/definition.ts';
import { Button } from '#client/components/Button.tsx';
import { ConfirmDialog } from '#client/components/dialog/ConfirmDialog.tsx';
import { useFormScope, useFormStore, useFromStore, type DrawNodes } from '../form-scope.ts';
import { lossSentence } from '../LossDialog.tsx';
import { focusFirst } from './focus-first.ts';
import { BelowHeading, Heading } from './Heading.tsx';

type AddAnotherProps = { readonly node: AddAnotherNode; readonly draw: DrawNodes };

/** What somebody without an account reads in place of the button where none is there yet. */
const NEEDS_ACCOUNT = 'This can be added once you have created an account.';

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
      setNotice(`${node.instances[n - 1]?.title ?? ''} was removed.`);
      store.removeInstance(node, n);
      store.agree();
    });
    addButton.current?.focus();
  };
  const lostTexts = (n: number) => lossSentence(store, store.lostByRemoval(node, n));
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
                  aria-label={`Remove ${title}`}
                  onClick={() => (isFilled(n) || lostTexts(n) !== '' ? setAsked(n) : remove(n))}
                >
                  Remove
                </Button>
              )}
            </header>
            <BelowHeading>{draw(children)}</BelowHeading>
          </section>
        );
      })}
      {count === 0 && !store.signedIn && <p className="form-text">{NEEDS_ACCOUNT}</p>}
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
          title={`Remove ${node.instances[asked - 1]?.title ?? ''}?`}
          text={removalText(lostTexts(asked))}
          confirmLabel="Remove"
          onConfirm={() => remove(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}

function removalText(lost: string): string {
  return `Its answers will be removed as well${lost === '' ? '.' : `: ${lost}`}`;
}
