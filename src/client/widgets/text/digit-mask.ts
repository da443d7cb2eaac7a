/** Format of digits with signs between them, e.g. `(202) 555-0123`. */
export type DigitMask = {
  /** The digits of a text, whole as typed, pasted or filled in. May drop digits at the front, never others. */
  readonly digitsOf: (text: string) => string;
  /** Digits as they are shown, as far as they go: all of them, in their order. */
  readonly format: (digits: string) => string;
};

/** The text in a control and the position of its caret. */
export type MaskedText = { readonly text: string; readonly caret: number };

/** One edit, as the browser left the control. */
export type MaskEdit = MaskedText & {
  /** The text before it. */
  readonly before: string;
  /** `inputType` of the event; empty where nobody knows. */
  readonly kind: string;
};

/** No signs: digits as they are. */
export const plainDigits: DigitMask = { digitsOf: onlyDigits, format: (digits) => digits };

export function onlyDigits(text: string): string {
  return text.replaceAll(/\D/g, '');
}

/** Reformats after an edit, keeping the caret at its digits. */
export function maskEdit(mask: DigitMask, edit: MaskEdit): MaskedText {
  let left = onlyDigits(edit.text.slice(0, edit.caret));
  let right = onlyDigits(edit.text.slice(edit.caret));
  if (isOneSignDeleted(edit, left + right)) {
    if (edit.kind.endsWith('Forward')) right = right.slice(1);
    else left = left.slice(0, -1);
  }
  const digits = mask.digitsOf(left + right);
  const dropped = left.length + right.length - digits.length;
  const text = mask.format(digits);
  return { text, caret: caretAfterDigits(text, Math.max(0, left.length - dropped)) };
}

function isOneSignDeleted({ kind, text, before }: MaskEdit, digits: string): boolean {
  const isDeletion = /^delete.*(?:Backward|Forward)$/.test(kind);
  return isDeletion && before.length - text.length === 1 && digits === onlyDigits(before);
}

/** Returns the caret position after so many digits. */
export function caretAfterDigits(text: string, digits: number): number {
  if (digits === 0) return 0;
  let seen = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (/\d/.test(text.charAt(index))) seen += 1;
    if (seen === digits) return index + 1;
  }
  return text.length;
}
