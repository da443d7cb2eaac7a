import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import '../../../src/client/theme/tokens.css';
import '../../../src/client/theme/base.css';
import { FormPage } from '../../../src/client/questionnaire/FormPage.tsx';
import { createFormStore } from '../../../src/client/questionnaire/store/form-store.ts';
import { startBench } from './bench-page.ts';

/** The product's own page, with its styles. */
startBench({
  draw: (root, { form, page, state }) => {
    const store = createFormStore({ definition: form, state, now: new Date(), signedIn: true });
    flushSync(() => createRoot(root).render(<FormPage page={page} store={store} />));
  },
  control: (key) => `#${key}`,
});
