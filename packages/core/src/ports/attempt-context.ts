/** The context of an attempt, passed to the provider. */
export interface AttemptContext {
  /** Aborts when the client leaves or time is up. */
  readonly signal: AbortSignal;
  /** Reports that the request was sent: from then on it may have been billed. */
  dispatched(): void;
  /** Reports that data arrived; time-outs for silence start again. */
  progress(): void;
  /**
   * Counts `bytes` of an answer that stay in memory until the image is delivered. Returns a promise
   * when the gateway holds too much: await it before reading on. That wait counts against no time
   * limit of the attempt. Source: contract §4.11.
   */
  hold(bytes: number): Promise<void> | undefined;
}
