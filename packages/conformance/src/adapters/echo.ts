import assert from 'node:assert/strict';
import { isGatewayError } from '@model-gateway/core';
import { errorResponse, jsonResponse, type GatewayHandler } from '@model-gateway/core/http';
import type { Answer } from './client.ts';

/** The longest body that `echo` reads. */
export const ECHO_LIMIT_BYTES = 1000;

/** What `echo` reports about a request. */
export interface Echoed {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly mount: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body:
    | { readonly kind: 'none' }
    | { readonly kind: 'bytes'; readonly hex: string }
    | { readonly kind: 'parsed'; readonly value: unknown };
}

/** Answers with the request that arrived, except under `/other`, which it leaves to the host. */
export const echo: GatewayHandler = async (request) => {
  const { method, path, search, mount, headers, body } = request;
  if (path.startsWith('/other')) return undefined;
  const answer = { method, path, search, mount, headers };
  if (body.kind !== 'bytes') return jsonResponse({ ...answer, body });
  try {
    const hex = Buffer.from(await body.read(ECHO_LIMIT_BYTES)).toString('hex');
    return jsonResponse({ ...answer, body: { kind: 'bytes', hex } });
  } catch (error) {
    if (isGatewayError(error)) return errorResponse(error, undefined);
    throw error;
  }
};

/** Returns what `echo` reported; fails when `echo` did not answer. */
export function echoedIn(answer: Answer): Echoed {
  assert.equal(answer.status, 200, answer.text);
  // Only echo answers 200.
  return JSON.parse(answer.text) as Echoed;
}

/** Returns bytes in the form that `echo` reports. */
export function bytesOf(text: string | Uint8Array) {
  return { kind: 'bytes', hex: Buffer.from(text).toString('hex') };
}

interface GatewayErrorBody {
  readonly code: number;
  readonly message: string;
  readonly metadata?: unknown;
}

/** Returns `error` of the gateway's error envelope; fails when the answer is not an envelope. */
export function errorIn(answer: Answer): GatewayErrorBody {
  assert.match(answer.headers['content-type'] ?? '', /^application\/json/, answer.text);
  // The assertions below check the shape.
  const { error } = JSON.parse(answer.text) as { error: GatewayErrorBody };
  assert.equal(typeof error.message, 'string', answer.text);
  assert.equal(error.code, answer.status);
  return error;
}
