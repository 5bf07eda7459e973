import { formatDecimal, parseDecimal } from '@model-gateway/core';

/** Returns USD per token for a price per million tokens. */
export function perMillion(usd: number): string {
  const { units, scale } = parseDecimal(String(usd)) ?? { units: 0n, scale: 0 };
  return formatDecimal({ units, scale: scale + 6 });
}
