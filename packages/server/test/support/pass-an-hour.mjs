// Loaded into a server by its tests: timers of an hour ring at SIGUSR2, so that a test says when the
// server has waited long enough.
const HOUR_MS = 3_600_000;
const setTimer = globalThis.setTimeout;
const ofAnHour = new Map();

globalThis.setTimeout = (callback, milliseconds, ...args) => {
  const timer = setTimer(callback, milliseconds, ...args);
  if (milliseconds === HOUR_MS) ofAnHour.set(timer, () => callback(...args));
  return timer;
};
process.on('SIGUSR2', () => {
  for (const [timer, ring] of ofAnHour) {
    ofAnHour.delete(timer);
    clearTimeout(timer);
    ring();
  }
});
