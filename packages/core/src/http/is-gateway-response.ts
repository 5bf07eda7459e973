import { kindOf } from '../input/quote.ts';
import { isJsonObject } from '../json-value.ts';
import type { GatewayResponse } from './message.ts';

/** Whether a value that JavaScript returned has the form of a response. */
export function isGatewayResponse(given: unknown): given is GatewayResponse {
  if (!isJsonObject(given)) return false;
  const { status, headers, body } = given;
  return (
    isStatus(status) && isJsonObject(headers) && isJsonObject(body) && KINDS.includes(body['kind'])
  );
}

export function isStatus(status: unknown): boolean {
  return Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599;
}

/** Says what a value lacks to be a response. */
export function lackOf(given: unknown): string {
  if (!isJsonObject(given)) return kindOf(given);
  if (!isStatus(given['status'])) return 'an object without a status from 200 to 599';
  return isJsonObject(given['headers'])
    ? 'an object without body.kind'
    : 'an object without headers';
}

const KINDS: readonly unknown[] = [
  'none',
  'json',
  'bytes',
  'events',
  'stream',
] satisfies GatewayResponse['body']['kind'][];
