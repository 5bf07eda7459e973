/** What a program answers a job with. Plain data: it crosses a process border. */
export type Answer<Result> = { readonly result: Result } | { readonly error: string };

/** Does the jobs that come over the channel of this process, which ends with the bench. */
export function takeJobs(work: (job: never) => Promise<unknown>): void {
  process.on('message', (job) => {
    // The bench sends a program the jobs that it takes.
    void answerOf(() => work(job as never)).then((answer) => process.send?.(answer));
  });
  process.on('disconnect', () => process.exit());
}

async function answerOf<Result>(work: () => Promise<Result>): Promise<Answer<Result>> {
  try {
    return { result: await work() };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
