/** Credits reserved by `reserve`; `amount` is USD as an exact decimal string. */
export interface Reservation {
  readonly id: string;
  /** Empty where no account pays. */
  readonly accountId: string;
  readonly amount: string;
}
