import type { ImageEvent, ImageJob } from '@model-gateway/core';
import {
  ANY_TEXT,
  either,
  FUNCTION,
  ITERABLE,
  OBJECT,
  type OptionTable,
  TEXT,
  TEXTS,
  type ValueRule,
} from '@model-gateway/core/kit';
import type { ChatDefinition } from '../chat/chat-face.ts';
import type { FailureRule } from '../http/failure-rules.ts';
import type { ModelRow, ModelTable } from '../options/model-table.ts';
import type { ProviderOptions } from './provider-options.ts';
import type { Call } from './call.ts';

/** A provider's wire, as data and one generator. */
export interface ProviderDefinition<Wire, Own> {
  /** Text, or a function of the options. */
  readonly slug: string | ((options: Own) => string);
  readonly name: string | ((options: Own) => string);
  /** The customary environment variable of its key, for messages; nothing reads it. */
  readonly env?: string;
  /** With its version segment, or a function of the options. */
  readonly baseUrl: string | ((options: Own) => string);
  /** Appended to every path below the base URL. */
  readonly query?: string;
  /** Hosts beside the base URL's that may get the key. */
  readonly keyHosts?: readonly string[];
  readonly authorize: (key: string, options: Own) => Readonly<Record<string, string>>;
  readonly models: ModelTable<Wire>;
  /** Wire settings of models that inherit from none. */
  readonly wire: Wire;
  /** How it continues conversations, where it does. */
  readonly chat?: ChatDefinition<Own>;
  /** Where its errors mean something else than the common tables say. */
  readonly failures?: readonly FailureRule[];
  /** The name of the members of its JSON that hold images; `b64_json` by default. */
  readonly payloadKey?: string;
  /** Its own options, beside those that every provider takes, and what each has to be. */
  readonly options?: {
    readonly [Name in Exclude<keyof Own & string, keyof ProviderOptions>]-?: ValueRule;
  };
  /** What the wire settings of a model have to be; without it they are not checked. */
  readonly wireRules?: { readonly [Name in keyof Wire & string]-?: ValueRule };
  /** Yields the events of a job, without `done`. Throws only `ProviderFailure`. */
  readonly run: (
    job: ImageJob,
    model: ModelRow<Wire>,
    call: Call,
    options: Own,
  ) => AsyncIterable<ImageEvent>;
}

/** What each member of a definition has to be. */
export const DEFINITION: OptionTable<ProviderDefinition<unknown, never>> = {
  slug: either(ANY_TEXT, FUNCTION),
  name: either(ANY_TEXT, FUNCTION),
  env: TEXT,
  baseUrl: either(ANY_TEXT, FUNCTION),
  query: TEXT,
  keyHosts: TEXTS,
  authorize: FUNCTION,
  models: OBJECT,
  wire: OBJECT,
  chat: OBJECT,
  failures: ITERABLE,
  payloadKey: TEXT,
  options: OBJECT,
  wireRules: OBJECT,
  run: FUNCTION,
};

export const NEEDED = ['slug', 'name', 'baseUrl', 'authorize', 'models', 'wire', 'run'];
