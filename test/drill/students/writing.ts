import { setTimeout as delay } from 'node:timers/promises';
import { Autosave } from '#client/saving/autosave.ts';
import { hasUnsaved } from '#client/saving/autosave-state.ts';
import { saveAnswers } from '#client/saving/open-saving.ts';
import { keysInTabs, saveFailure } from '#client/saving/save-choices.ts';
import type { FormChoice } from '#client/questionnaire/store/form-changes.ts';
import { allChoices } from '#form/answers/facts.ts';
import type { Answers, FormDefinition } from '#form/definition/definition.ts';
import type { Ledger } from '../ledger.ts';
import type { Browser } from './browser.ts';

const FLUSH_AGAIN_MS = 500;

type Writer = {
  readonly browser: Browser;
  readonly form: FormDefinition;
  readonly ledger: Ledger;
  /** Returns a question's key in a page opened before a deploy. */
  readonly oldName: (key: string) => string;
};

/** Runs the page's autosave with a student's calls; records sent and acknowledged answers in the ledger. */
export async function openWriting({ browser, form, ledger, oldName }: Writer) {
  const { application: calls } = browser;
  const read = async () => {
    const { profile, tabs, counts } = await calls.opening();
    const { answer, version } = profile;
    const answers = Object.fromEntries(Object.entries(answer).map(([key, value]) => [oldName(key), value]));
    return { ...allChoices(form, { tabs, counts }), answers, version };
  };
  const save = saveAnswers(calls);
  const autosave = new Autosave({
    stored: await read(),
    putAnswers: async (answers, base) => {
      ledger.sending(answers);
      const outcome = await save(answers, base);
      if (outcome.kind === 'saved') ledger.acknowledge(answers);
      if (outcome.kind === 'refused')
        ledger.recordProblem(`a save was refused: ${JSON.stringify(outcome.errors)}`);
      if (outcome.kind === 'signed-out') ledger.recordProblem('was logged out');
      return outcome;
    },
    putChoice: (choice) => putChoice(browser, choice),
    keysInTabs: (group) => keysInTabs(form, group),
    reload: read,
    onRemote: () => undefined,
    afterPaint: (work) => work(),
    random: Math.random,
  });
  return {
    change: autosave.change.bind(autosave),
    refresh: autosave.refresh.bind(autosave),
    /** Waits until all is acknowledged. Conflicts are unexpected, since nobody else writes. */
    async settle(until: () => boolean): Promise<boolean> {
      while (!(await autosave.flush())) {
        const { phase, conflicts } = autosave.getState();
        if (phase === 'conflict') answerConflicts(autosave, conflicts, ledger);
        if (phase === 'signed-out' || phase === 'refused' || !until()) return false;
        await delay(FLUSH_AGAIN_MS);
      }
      return true;
    },
    /** Whether answers are not yet acknowledged. */
    hasUnsaved: (): boolean => hasUnsaved(autosave.getState()),
    stop: (): void => autosave.stop(),
  };
}

export type Writing = Awaited<ReturnType<typeof openWriting>>;

function answerConflicts(autosave: Autosave, conflicts: Answers | object, ledger: Ledger): void {
  const keys = Object.keys(conflicts);
  ledger.recordProblem(`was asked which answer is meant: ${keys.join(', ')}`);
  autosave.resolve(keys, 'mine');
}

async function putChoice({ application }: Browser, choice: FormChoice) {
  try {
    if (choice.kind === 'tab') await application.chooseTab(choice.id, choice.value);
    else await application.setAddAnother(choice.id, choice.value);
    return { kind: 'saved' } as const;
  } catch (error) {
    return saveFailure(error);
  }
}
