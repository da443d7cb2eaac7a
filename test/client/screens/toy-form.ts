import type { CardDefinition, FormDefinition, Question } from '#form/definition/definition.ts';
import type { PartnerSettings } from '#generated/partner.ts';
import type { PartnerFiles } from '#client/api/partner-files.ts';
import { form, page, question } from '#test/form/build-definition.ts';
import { compileValidators } from '#compiler/emit/compile-validators.ts';

/** Two pages, each with one required question. */
export const toyForm: FormDefinition = form(
  [
    page(
      [question('given', { label: 'Given', required: true }), question('nickname', { label: 'Nickname' })],
      { id: 'one', title: 'Page One' },
    ),
    page([question('motto', { label: 'Motto', required: true })], { id: 'two', title: 'Page Two' }),
  ],
  {
    greetingName: ['nickname', 'given'],
    completion: {
      steps: [{ title: 'Portal', text: 'Track it.', link: 'https://toy.example/portal' }],
      further: [
        { title: 'Visit', links: [{ title: 'Tour', text: 'Come.', link: 'https://toy.example/tour' }] },
      ],
    },
  },
);

const email = question('username', {
  label: 'E-mail',
  required: true,
  constraints: { pattern: '^.+@.+$' },
  messages: { required: 'An address is needed.', pattern: 'The address is wrong.' },
});
const password = question('password', {
  label: 'Password',
  widget: 'password',
  required: true,
  messages: { required: 'Password is required.' },
});
/** A new password, with its checklist. */
const newPassword: Question = {
  ...password,
  ui: { checklist: true },
  rules: [
    { schema: { minLength: 12 }, message: 'is at least 12 characters' },
    { schema: { pattern: '[0-9]' }, message: 'contains at least one number' },
  ],
};
const code = question('code', { label: 'Code', required: true, messages: { required: 'A code is needed.' } });
const again = question('confirm_password', { label: 'Again', widget: 'password' });
const resetId = question('id', { label: 'Reset code', required: true });

const cards: Readonly<Record<string, CardDefinition>> = {
  login: card('login', 'Log In', [email, password]),
  signup: card('signup', 'Sign Up', [email, password]),
  confirm: card('confirm', 'Confirm Your Account', [email, code]),
  forgot: card('forgot', 'Forgot Password', [email]),
  reset: card('reset', 'Reset Password', [email, resetId, password, again]),
};

/** The cards for a new password, with its rules. */
export const strictCards: Readonly<Record<string, CardDefinition>> = {
  ...cards,
  signup: card('signup', 'Sign Up', [email, newPassword]),
  reset: card('reset', 'Reset Password', [email, resetId, newPassword, again]),
};

function card(id: string, title: string, questions: Parameters<typeof page>[0]): CardDefinition {
  return { ...page(questions, { id, title }), submitLabel: title };
}

const shades = { extraLight: '#eee', light: '#999', main: '#333', dark: '#000' };

export const toyPartner: PartnerSettings = {
  name: 'Toy University',
  short_name: 'toy',
  application_title: 'Toy Application',
  style_word: 'classic',
  privacy_url: 'https://toy.example/privacy',
  address_line_1: '1 Toy Street',
  address_line_2: 'Denver',
  help_email: 'help@toy.example',
  phone: '(303) 555-0100',
  toll_free_phone: '(800) 555-0100',
  character_limit: 100,
  time_zone: 'Pacific/Kiritimati',
  links: { faq: 'https://toy.example/faq' },
  footer: [{ title: 'Safety', link: 'https://toy.example/safety' }],
  colors: {
    primary: shades,
    secondary: shades,
    accent: shades,
    neutral: shades,
    white: shades,
    error: shades,
    disabled: shades,
  },
};

/** The built files of the toy form. */
export function toyFiles(shown = cards): PartnerFiles {
  const validators = {
    ...compileValidators(toyForm),
    ...Object.fromEntries(
      Object.entries(compileValidators(form(Object.values(shown)))).map(([id, validate]) => [
        `card-${id}`,
        validate,
      ]),
    ),
  };
  return {
    partner: async () => toyPartner,
    cards: async () => shown,
    form: async () => toyForm,
    validator: async (name) => {
      const validator = validators[name];
      if (!validator) throw new Error(`The toy has no validator ${name}.`);
      return validator;
    },
  };
}

/** The files of the toy with another form. */
export function filesOf(definition: FormDefinition): PartnerFiles {
  const toy = toyFiles();
  const validators = compileValidators(definition);
  const validator = async (name: string) => validators[name] ?? toy.validator(name);
  return { ...toy, form: async () => definition, validator };
}
