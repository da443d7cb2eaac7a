import { useState } from 'react';
import { controlAttributes, UNCORRECTED, controlText, type WidgetProps } from '../widget.ts';
import { passwordRules, PasswordChecklist } from './PasswordChecklist.tsx';
import { useDraft } from '../use-draft.ts';
import { say, passwordTexts } from '#texts/say.ts';

/** Password with a Show button and, with `ui:checklist`, its rules. */
export function Password(props: WidgetProps) {
  const { id, question, value, onChange, live, describedBy, extraRules } = props;
  const [isShown, setShown] = useState(false);
  const [isCapsLock, setCapsLock] = useState(false);
  const hasChecklist = question.ui['checklist'] === true;
  const draft = useDraft<HTMLInputElement>(props, {
    live: live || hasChecklist,
    commit: (control) => {
      onChange(control.value);
      return control.value;
    },
  });
  const password = controlText(value);
  const rules = [...passwordRules(question, password), ...extraRules];
  const checklist = hasChecklist ? `${id}-checklist` : undefined;
  return (
    <>
      <span className="password">
        <input
          {...controlAttributes(props)}
          {...draft}
          onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
          onBlur={() => {
            setCapsLock(false);
            draft.onBlur();
          }}
          aria-describedby={[describedBy, checklist].filter(Boolean).join(' ') || undefined}
          type={isShown ? 'text' : 'password'}
          className="control"
          {...UNCORRECTED}
        />
        <button
          type="button"
          className="bare password-show"
          aria-controls={id}
          aria-label={say(isShown ? passwordTexts.hideNamed : passwordTexts.showNamed, {
            label: question.label,
          })}
          onClick={() => setShown(!isShown)}
        >
          {say(isShown ? passwordTexts.hide : passwordTexts.show)}
        </button>
        <span role="status" className="fine-print caps-lock">
          {isCapsLock && say(passwordTexts.capsLock)}
        </span>
      </span>
      {checklist !== undefined && (
        <PasswordChecklist id={checklist} rules={rules} isInactive={password === ''} />
      )}
    </>
  );
}
