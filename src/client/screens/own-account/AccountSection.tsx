import { type ReactNode, useId, type ComponentProps, type Ref, type FormEvent } from 'react';
import { dateText } from '#texts/language.ts';
import '#client/widgets/widgets.css';
import { say } from '#texts/say.ts';
import { ownAccountTexts } from '#generated/texts.ts';
import { isRecord } from '#form/definition/own-property.ts';
import { errorMessageOf, RequestError } from '#client/api/request-error.ts';

type AccountSectionProps = { readonly title: string; readonly lead?: string; readonly children: ReactNode };

/** One thing that a student sees or does on the screen of their account. */
export function AccountSection({ title, lead, children }: AccountSectionProps) {
  const id = useId();
  return (
    <section className="stack panel own-account-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {lead !== undefined && <p>{lead}</p>}
      {children}
    </section>
  );
}

/** Day and time where the student is, e.g. “Nov 22, 2026, 8:15 PM”. */
export function momentText(iso: string): string {
  return dateText(new Date(iso), { dateStyle: 'medium', timeStyle: 'short' });
}

type DeviceLineProps = { readonly device: string; readonly detail: string; readonly mark?: string };

/** A device that the student uses, and since when. */
export function DeviceLine({ device, detail, mark = '' }: DeviceLineProps) {
  return (
    <div>
      <p className="own-account-name">{deviceName(device) + mark}</p>
      <p className="fine-print">{detail}</p>
    </div>
  );
}

/** The name of a device; in words where the server does not know it. */
export function deviceName(device: string): string {
  return device === '' ? say(ownAccountTexts.unknownDevice) : device;
}

type OwnFieldProps = Omit<ComponentProps<'input'>, 'id' | 'className'> & {
  readonly label: string;
  /** The error reported by the server or the field. */
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

type PresentPasswordProps = {
  readonly fault: string | undefined;
  readonly ref?: Ref<HTMLInputElement>;
};

/** Asks for the password again before something of the account changes. */
export function PresentPassword(props: PresentPasswordProps) {
  return (
    <OwnField
      {...props}
      label={say(ownAccountTexts.present)}
      name="password"
      type="password"
      autoComplete="current-password"
    />
  );
}

/** Takes what is in the fields of a form when it is submitted, in place of the browser. */
export function onFields(take: (data: FormData, form: HTMLFormElement) => void) {
  return (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    take(new FormData(event.currentTarget), event.currentTarget);
  };
}

/** A field of a form is a text, or a file. */
export function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}

/** What was refused, by the name of its field; what belongs to no field is under the first one. */
export function fieldFaults(error: unknown, fields: readonly string[]): Readonly<Record<string, string>> {
  if (error === null || error === undefined) return {};
  const given = error instanceof RequestError ? error.body['errors'] : undefined;
  const errors = isRecord(given) ? given : {};
  const named = fields.find((field) => Object.hasOwn(errors, field));
  return { [named ?? fields[0] ?? '']: errorMessageOf(error) };
}
