/**
 * Ends the process with code 1 at an error that no code caught, after `log` has had it. Left to
 * itself, Node prints every property of such an error and writes the environment into its report
 * (`--report-on-fatalerror` and others): both hold keys.
 */
export function endOnCrash(log: (error: unknown) => void): void {
  const { report } = process;
  report.excludeEnv = true;
  process.on('uncaughtException', (error: unknown) => {
    log(error);
    if (report.reportOnUncaughtException) report.writeReport(withoutProperties(error));
    process.exit(1);
  });
}

/** The same message and stack: a report has every property of an error besides. */
function withoutProperties(error: unknown): Error {
  const copy = new Error(error instanceof Error ? error.message : 'not an error');
  copy.stack = error instanceof Error ? (error.stack ?? '') : '';
  return copy;
}
