const isLong = process.env['MODEL_GATEWAY_LONG_TESTS'] === '1';

/** How often or how much: less in `pnpm test`, all of it in `pnpm test:long`. */
export function amount({ short, long }: { readonly short: number; readonly long: number }): number {
  return isLong ? long : short;
}
