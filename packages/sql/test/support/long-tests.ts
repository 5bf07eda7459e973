const isLong = process.env['MODEL_GATEWAY_LONG_TESTS'] === '1';

/** Returns an amount: the short one in `pnpm test`, the long one in `pnpm test:system`. */
export function amount({ short, long }: { readonly short: number; readonly long: number }): number {
  return isLong ? long : short;
}
