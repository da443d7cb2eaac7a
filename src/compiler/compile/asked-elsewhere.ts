import type { Finding } from '../source/fault.ts';

/** Tells of a question, or tab group, that the form at hand lacks because only other partners ask it. */
export function askedElsewhere(name: string, use: string): Finding {
  return {
    code: 'asked-elsewhere',
    found: `${use} "${name}", which only other partners ask`,
    expected: 'a question that is asked by the same partners',
    cure: `Give the node here the same "partners" as "${name}", or let this partner ask "${name}" too.`,
  };
}
