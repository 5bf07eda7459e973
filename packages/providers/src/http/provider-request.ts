import type { OutgoingRequest } from '@model-gateway/core';
import type { Fields } from './fields.ts';
import type { FormPart } from './form-body.ts';
import type { Payload } from './payload-json.ts';

/** A request of a provider module. */
export interface ProviderRequest {
  readonly method?: OutgoingRequest['method'];
  /** Below the base URL, with a leading slash; or the whole URL that an answer named. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly accept?: string;
  readonly json?: unknown;
  /** Members of `json` that the adapter wrote by itself: a refusal of them is no fault of the client. */
  readonly own?: readonly string[];
  readonly form?: readonly FormPart[];
}

/** An answer in JSON, its images apart. */
export interface JsonAnswer {
  readonly fields: Fields;
  readonly payloads: readonly Payload[];
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}
