/**
 * How an answer is written in a summary, where its type alone does not decide. `options`: all options, the chosen
 * ones marked. `document`: that one is attached. `phone`: with its dial code. `school`: with its code, the first
 * part.
 */
export type SummaryFormat = 'options' | 'document' | 'phone' | 'school';
