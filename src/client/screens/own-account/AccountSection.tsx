import { type ReactNode, useId, type ComponentProps, type FormEvent } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { Icon } from '#client/ui/Icon.tsx';
import { dateText } from '#texts/language.ts';
import '#client/widgets/widgets.css';
import { type Text, say, ownAccountTexts } from '#texts/say.ts';
import { isRecord } from '#form/definition/own-property.ts';
import { errorMessageOf, RequestError } from '#client/api/call.ts';

type AccountSectionProps = {
  readonly title: Text;
  readonly lead?: Text;
  /** Whether it is open at first. */
  readonly isOpen?: boolean;
  /** Success message of the section's action. */
  readonly status?: string;
  /** Error of the section's action. */
  readonly error?: unknown;
  readonly children: ReactNode;
};

/** One row of the account screen, closed at first. */
export function AccountSection(props: AccountSectionProps) {
  const { title, lead, isOpen = false, status, error = null, children } = props;
  const id = useId();
  return (
    <details className="panel own-account-section" aria-labelledby={id} open={isOpen}>
      <summary className="spread">
        <h2 id={id}>{say(title)}</h2>
        <Icon name="down" />
      </summary>
      <div className="stack own-account-content">
        {lead && <p>{say(lead)}</p>}
        {children}
        {status !== undefined && <p role="status">{status}</p>}
        {error !== null && <p role="alert">{errorMessageOf(error)}</p>}
      </div>
    </details>
  );
}

type DeviceLineProps = { readonly device: string; readonly detail: string; readonly mark?: string };

/** A device and its dates. */
export function DeviceLine({ device, detail, mark = '' }: DeviceLineProps) {
  return (
    <div>
      <p className="own-account-name">{deviceName(device) + mark}</p>
      <p className="fine-print">{detail}</p>
    </div>
  );
}

/** Local date and time, e.g. “Nov 22, 2026, 8:15 PM”. */
export function momentText(iso: string): string {
  return dateText(new Date(iso), { dateStyle: 'medium', timeStyle: 'short' });
}

/** Names a device, or says that it is unknown. */
export function deviceName(device: string): string {
  return device === '' ? say(ownAccountTexts.unknownDevice) : device;
}

type AccountFormProps = {
  /** Field names; general errors show at the first. */
  readonly names: readonly string[];
  readonly mutation: {
    readonly error: unknown;
    readonly isPending: boolean;
    readonly data: { readonly message: string } | undefined;
  };
  readonly onFields: (text: (name: string) => string, form: HTMLFormElement) => void;
  readonly button: ComponentProps<typeof Button>;
  readonly children: (field: (name: string) => Pick<OwnFieldProps, 'name' | 'error'>) => ReactNode;
};

/** Form of text fields with server errors. */
export function AccountForm({ names, mutation, onFields, button, children }: AccountFormProps) {
  const errors = fieldErrors(mutation.error, names);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    onFields((name) => textOf(data.get(name)), event.currentTarget);
  };
  return (
    <form className="stack own-account-form" onSubmit={submit}>
      {children((name) => ({ name, error: errors[name] }))}
      <Button type="submit" isBusy={mutation.isPending} {...button} />
      <p role="status">{mutation.data?.message}</p>
    </form>
  );
}

/** Returns a text field's value, or '' for a file. */
function textOf(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : '';
}

/** Returns errors by field; general errors belong to the first. */
export function fieldErrors(error: unknown, fields: readonly string[]): Readonly<Record<string, string>> {
  if (error === null || error === undefined) return {};
  const given = error instanceof RequestError ? error.body['errors'] : undefined;
  const errors = isRecord(given) ? given : {};
  const named = fields.find((field) => Object.hasOwn(errors, field));
  return { [named ?? fields[0] ?? '']: errorMessageOf(error) };
}

type OwnFieldProps = Omit<ComponentProps<'input'>, 'id' | 'className'> & {
  readonly label: Text;
  /** Error of the server or the field. */
  readonly error?: string | undefined;
};

/** Field with label and error. */
export function OwnField({ label, error, ...input }: OwnFieldProps) {
  const id = useId();
  const described = [input['aria-describedby'], error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <>
      <label htmlFor={id}>{say(label)}</label>
      <input
        required
        {...input}
        id={id}
        className="control"
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={described || undefined}
      />
      {error !== undefined && (
        <p id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </>
  );
}

/** Asks for the current password before a change. */
export function PresentPassword(props: Pick<OwnFieldProps, 'name' | 'error' | 'ref'>) {
  return (
    <OwnField
      name="password"
      {...props}
      label={ownAccountTexts.present}
      type="password"
      autoComplete="current-password"
    />
  );
}
