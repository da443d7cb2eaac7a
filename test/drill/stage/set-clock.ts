/**
 * Preloaded into a drill server: SIGUSR2 sets its clock an hour ahead, the next one resets it. Timers are unaffected.
 */
const HOUR = 3_600_000;
let ahead = 0;

globalThis.Date = new Proxy(Date, {
  construct: (date, given) =>
    given.length === 0 ? new date(date.now() + ahead) : Reflect.construct(date, given),
  get: (date, name) => (name === 'now' ? () => date.now() + ahead : Reflect.get(date, name)),
});

process.on('SIGUSR2', () => {
  ahead = HOUR - ahead;
});
