import * as fc from '#test/support/random.ts';
import {
  changingNetwork,
  goingBack,
  goingOn,
  loggingOut,
  reloading,
  waitingForIdle,
  submitting,
  usingAnotherTab,
} from './actions-around.ts';
import { attaching, choosing, choosingTab, clicking, type StudentAction, typing } from './actions-on-page.ts';
import { forgetCleared } from './compare-with-server.ts';
import { isFormOpen, type Visit } from './visit.ts';

/** Whether the application is submitted, after which there is nothing to do. */
type Progress = { isOver: boolean };

export type Step = fc.AsyncCommand<Progress, Visit>;

/** Everything that one student can do, in any order. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: asStep(typing()) },
  { weight: 4, arbitrary: asStep(choosing()) },
  { weight: 5, arbitrary: asStep(choosingTab()) },
  { weight: 4, arbitrary: asStep(attaching()) },
  { weight: 1, arbitrary: asStep(clicking('delete the file', /^Delete file$/)) },
  { weight: 4, arbitrary: asStep(clicking('undo', /^Undo$/)) },
  { weight: 3, arbitrary: asStep(clicking('add an instance', /^Add /)) },
  { weight: 2, arbitrary: asStep(clicking('remove an instance', /^Remove /)) },
  { weight: 4, arbitrary: asStep(goingOn()) },
  { weight: 2, arbitrary: asStep(goingBack()) },
  { weight: 2, arbitrary: asStep(reloading()) },
  { weight: 5, arbitrary: asStep(changingNetwork()) },
  { weight: 2, arbitrary: asStep(usingAnotherTab()) },
  { weight: 1, arbitrary: asStep(loggingOut()) },
  { weight: 1, arbitrary: asStep(submitting()) },
  { weight: 3, arbitrary: asStep(waitingForIdle()) },
);

function asStep(doings: fc.Arbitrary<StudentAction>): fc.Arbitrary<Step> {
  return doings.map((doing) => ({
    check: (progress) => !progress.isOver,
    run: async (progress, visit) => {
      if (!doing.anywhere && !(await isFormOpen(visit)))
        return void visit.actionLog.push(`(${doing.name}: no form)`);
      const did = await doing.run(visit);
      visit.actionLog.push(did === undefined ? `(${doing.name}: nothing there)` : `${doing.name} ${did}`);
      if (doing.mayClear && did !== undefined) await forgetCleared(visit);
      progress.isOver = visit.isSubmitted;
    },
    toString: () => doing.name,
  }));
}
