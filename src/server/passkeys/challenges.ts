import type { Rate } from '../limits/limit-steps.ts';
import type { CoreServices } from '../start/core-services.ts';

/** Layout of a challenge: creation time, random bytes, signature. */
const TIME_BYTES = 6;
const RANDOM_BYTES = 16;
const MADE_BYTES = TIME_BYTES + RANDOM_BYTES;
const PROOF_BYTES = 16;

/** Long enough to fetch a phone. The page requests another challenge before. */
export const CHALLENGE_LIFE_MS = 10 * 60_000;
/** Allowed clock difference between servers. */
const AHEAD_MS = 60_000;

/** Each challenge once, for as long as it is valid. */
const ONCE: Rate = { burst: 1, everyMs: CHALLENGE_LIFE_MS + AHEAD_MS };

export type Challenges = ReturnType<typeof createChallenges>;

type ChallengeSources = Pick<CoreServices, 'limits' | 'random' | 'secret' | 'steadyClock'>;

/** Creates challenges for passkeys. They are signed, not stored, to cost nothing; each is accepted once. */
export function createChallenges({ secret, limits, random, steadyClock: clock }: ChallengeSources) {
  return {
    /** @param purpose action and student of the challenge */
    make(purpose: string): Buffer {
      const time = Buffer.alloc(TIME_BYTES);
      time.writeUIntBE(clock().getTime(), 0, TIME_BYTES);
      const made = Buffer.concat([time, random.bytes(RANDOM_BYTES)]);
      return Buffer.concat([made, secret.sign(messageOf(purpose, made), PROOF_BYTES)]);
    },
    /** Spends a challenge, in base64url. @returns false if it has another purpose, has expired, or was spent before */
    async take(purpose: string, challenge: string): Promise<boolean> {
      const bytes = Buffer.from(challenge, 'base64url');
      if (bytes.length !== MADE_BYTES + PROOF_BYTES) return false;
      const [made, proof] = [bytes.subarray(0, MADE_BYTES), bytes.subarray(MADE_BYTES)];
      if (!secret.isSigned(messageOf(purpose, made), proof, PROOF_BYTES)) return false;
      const now = clock();
      const age = now.getTime() - made.readUIntBE(0, TIME_BYTES);
      if (age > CHALLENGE_LIFE_MS || age < -AHEAD_MS) return false;
      return (await limits.consume(`challenge:${made.toString('hex')}`, ONCE, now)) === 0;
    },
  };
}

function messageOf(purpose: string, made: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`passkey:${purpose}:`), made]);
}
