/**
 * Loaded into a server of the drill before all else: SIGUSR2 puts the clock of its machine an hour forward, the next one
 * puts it back. Time goes on as it did.
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
