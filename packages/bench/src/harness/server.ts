/** A program that is measured. */
export interface Server extends AsyncDisposable {
  readonly port: number;
  readonly pid: number;
  /** CPU time that it has used so far on all its threads, kernel time included. */
  cpuMicroseconds(): Promise<number>;
  /** Pieces that it has read of answers of its upstream, where it counts them. */
  reads?(): Promise<number>;
}
