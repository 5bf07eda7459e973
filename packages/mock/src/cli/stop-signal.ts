/** Resolves at Ctrl-C or when a process manager ends the program. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
}
