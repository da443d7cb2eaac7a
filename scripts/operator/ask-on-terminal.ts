import { createInterface } from 'node:readline/promises';

/** Asks the person who gives the command, and returns what they typed; an empty text where nobody answers. */
export async function askOnTerminal(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answered = await Promise.race([
    terminal.question(question),
    new Promise<string>((resolve) => terminal.once('close', () => resolve(''))),
  ]);
  terminal.close();
  return answered.trim();
}
