import { canonicalAddress } from './email-address.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { CardId } from '#form/definition/account-cards.ts';
import type { Answers } from '#form/definition/definition.ts';
import type { PartnerSettings } from '#generated/partner.ts';
import { validateBounded } from '../limits/bounded-validation.ts';
import type { Questionnaire } from '../settings/questionnaire.ts';
import { fieldRefusal, Refusal } from '../http/refusal.ts';
import { say, accountTexts } from '#texts/say.ts';
import { createFindWeakness } from '#form/passwords/guessable-password.ts';

/** Validates cards with the page's compiled rules. @throws Error for a card that is not compiled */
export function createCheckCard(
  localized: () => Pick<Questionnaire, 'cards' | 'cardValidators'>,
  clock: () => Date,
  log: FastifyBaseLogger,
) {
  return (cardId: CardId, values: Answers): void => {
    const { cards, cardValidators: validators } = localized();
    const card = cards[cardId];
    if (card === undefined) throw new Error(`schemas/accounts has no card "${cardId}".`);
    const { username } = values;
    const canonical = typeof username === 'string' && { username: canonicalAddress(username) ?? username };
    const checked = Object.entries({ ...values, ...canonical }).filter(([key]) =>
      Object.hasOwn(card.questions, key),
    );
    const state = { answers: Object.fromEntries(checked), tabs: {}, counts: {} };
    const errors = validateBounded({ page: card, state, validators, now: clock() }, log);
    const [key, messages] = Object.entries(errors)[0] ?? [];
    if (key === undefined) return;
    throw new Refusal(422, cardSentence(card.questions[key]?.label, messages?.[0]), { errors });
  };
}

/** Checklist items are fragments: "is at least 12 characters" needs its label. */
function cardSentence(label = 'This', message = 'is not right'): string {
  return /^\p{Ll}/u.test(message) ? say(accountTexts.cardRule, { label, rule: message }) : message;
}

/** Refuses weak new passwords with 422. */
export function createCheckPassword(partner: PartnerSettings) {
  const findWeakness = createFindWeakness(partner);
  return (password: string, username: string): void => {
    const reason = findWeakness(password, username);
    if (reason !== undefined) throw fieldRefusal('password', reason);
  };
}

/** Returns the canonical address. @throws Refusal for an invalid one */
export function requireAddress(text: string): string {
  const username = canonicalAddress(text);
  if (username === undefined) throw fieldRefusal('username', say(accountTexts.badAddress));
  return username;
}
