import { type ComponentProps, useId } from 'react';
import '#client/widgets/widgets.css';

type OwnFieldProps = Omit<ComponentProps<'input'>, 'id' | 'className'> & {
  readonly label: string;
  /** What the server or the field says is wrong. */
  readonly fault?: string | undefined;
};

/** A field with its label and what is wrong with it. */
export function OwnField({ label, fault, ...input }: OwnFieldProps) {
  const id = useId();
  const described = [input['aria-describedby'], fault && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        required
        {...input}
        id={id}
        className="control"
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={described || undefined}
      />
      {fault !== undefined && (
        <p id={`${id}-fault`} role="alert">
          {fault}
        </p>
      )}
    </>
  );
}
