import { flushSync } from 'react-dom';
import type { ConfirmNode } from '#form/definition/definition.ts';
import { Button } from '#client/ui/Button.tsx';
import { useFormScope, useFormStore, useFromStore, type RenderNodes } from '../form-scope.ts';
import { focusFirst } from '../focus-question.ts';

/** Content behind a button or a checkbox (docs/behavior.md 4.8: confirmation trigger). */
export function Confirm({ node, render }: { readonly node: ConfirmNode; readonly render: RenderNodes }) {
  const store = useFormStore();
  const { readOnly } = useFormScope();
  const isOpen = useFromStore(store, () => store.state().facts[node.id] === true);
  const content = isOpen && (
    <div id={`confirm-${node.id}`} className="form-group">
      {render(node.children)}
    </div>
  );
  if (node.trigger === 'checkbox') {
    return (
      <div className="form-group">
        <label className="choice">
          <input
            type="checkbox"
            checked={isOpen}
            disabled={readOnly}
            onChange={(event) =>
              store.dispatch({ type: 'setOpen', node, isOpen: event.currentTarget.checked })
            }
          />
          <span>{node.label}</span>
        </label>
        {content}
      </div>
    );
  }
  if (content) return content;
  const open = () => {
    flushSync(() => store.dispatch({ type: 'setOpen', node, isOpen: true }));
    focusFirst(document.getElementById(`confirm-${node.id}`));
  };
  return (
    <div>
      <Button look="secondary" disabled={readOnly} aria-expanded={false} onClick={open}>
        {node.label}
      </Button>
    </div>
  );
}
