import type { FormEvent } from 'react';

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
