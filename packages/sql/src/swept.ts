/** How long a reservation that was freed can still be charged by a late settlement: 30 days. */
export const SWEPT_KEPT_MS = 30 * 24 * 60 * 60 * 1000;
