import { createRoot } from 'react-dom/client';
import { readPageSettings } from '#client/api/page-settings.ts';
import { createPartnerFiles } from '#client/api/partner-files.ts';
import { languageOf, setLanguage } from '#texts/language.ts';
import { AllStates } from './AllStates.tsx';
import '#client/theme/tokens.css';
import '#client/theme/base.css';
import '#client/ui/first-paint.css';
import '#client/ui/ui.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');
const { partner } = readPageSettings(document);
const files = createPartnerFiles(partner);
const settings = await files.partner();
setLanguage(languageOf(settings));
document.title = `All states: ${settings.name}`;
createRoot(root).render(<AllStates partner={partner} title={settings.name} files={files} />);
