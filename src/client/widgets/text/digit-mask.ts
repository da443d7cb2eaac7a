/** Format of digits with separators, e.g. `(202) 555-0123`. */
export type DigitMask = {
  /** Extracts the digits of a text; can drop leading digits only. */
  readonly digitsOf: (text: string) => string;
  /** Formats partial or complete digits, keeping all in order. */
  readonly format: (digits: string) => string;
};

/** A control's text and caret position. */
export type MaskedText = { readonly text: string; readonly caret: number };

/** An edit with the control's resulting state. */
export type MaskEdit = MaskedText & {
  /** Text before the edit. */
  readonly before: string;
  /** `inputType` of the event; empty if unknown. */
  readonly kind: string;
};

/** Digits without separators. */
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

/** Returns the caret position after a number of digits. */
export function caretAfterDigits(text: string, digits: number): number {
  if (digits === 0) return 0;
  let seen = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (/\d/.test(text.charAt(index))) seen += 1;
    if (seen === digits) return index + 1;
  }
  return text.length;
}
