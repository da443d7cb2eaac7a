/** How an answer is written in a summary, where its type alone does not decide. */
export type SummaryFormat = 'options' | 'document' | 'phone' | 'school';
