/**
 * Bases of the passwords that most lists of stolen ones begin with, in their plain spelling: such a word with a
 * capital, a year and an exclamation mark satisfies every composition rule.
 */
export const COMMON_WORDS: readonly string[] =
  `abc access admin administrator admission admissions amanda america andrew angel angels anthony
  applicant application apply april arsenal asdf asdfgh ashley august autumn baby babygirl banana
  barcelona baseball basketball batman beautiful blessed blink bonjour broncos buster butterfly campus
  changeme charlie cheese chelsea chicago chocolate christ class college colorado computer cookie
  corvette cowboys daniel december default degree denver diamond dragon eagles enroll facebook family
  february ferrari flower football forever fortnite freedom freshman friday friends george ginger
  golden google graduate guest hallo hannah happy harley heaven hello hockey hunter iloveyou instagram
  internet iphone january jennifer jessica jesus jordan joshua killer lakers letmein liverpool login
  logon london lovely loveyou lucky maggie march master matricula matthew mercedes michael minecraft
  monday money monkey monster mustang netflix newyork nicole ninja nothing november nuggets october
  onetwothree orange passphrase password passwort passwrd peanut pepper pikachu please pokemon porsche
  princess purple qazwsx qwerty ranger robert roblox rockies samsung saturday school secret senior
  september shadow silver smile soccer sophie spiderman spring starwars steelers student summer sunday
  sunshine superman sweet temp temporary test testing thomas thursday tigger trustme trustno tuesday
  twitter undergraduate university user username warrior wednesday welcome whatever winter yankees
  youtube zxcv zxcvbn`.split(/\s+/);

const FORWARDS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
];

/** What fingers and memory run along, in both directions. */
export const KEY_ROWS: readonly string[] = FORWARDS.flatMap((row) => [
  row,
  row.split('').toReversed().join(''),
]);
