/** A program that is measured. */
export interface Server extends AsyncDisposable {
  readonly port: number;
  readonly pid: number;
  /** CPU time that it has used so far on all its threads, kernel time included. */
  cpuMicroseconds(): Promise<number>;
}
