/** How long a late settlement can still charge a freed reservation: 30 days. */
export const SWEPT_KEPT_MS = 30 * 24 * 60 * 60 * 1000;
