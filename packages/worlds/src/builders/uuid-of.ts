import { hashKey } from '@model-gateway/core';

/** Returns the UUID of a text, a function of it alone. Source: RFC 9562 §5.8, version 8. */
export function uuidOf(text: string): string {
  const hex = hashKey(text);
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return parts.join('-');
}
