import type { ImageEvents, ImageJob } from '@model-gateway/core';
import { FUNCTION, OBJECT, TEXT, type OptionTable, type ValueRule } from '@model-gateway/core/kit';
import type { ChatDefinition } from '../chat/chat-face.ts';
import type { VectorDefinition } from '../embeddings/vector-part.ts';
import type { ModelRow, ModelTable } from '../options/model-table.ts';
import { BASE, type ProviderBase } from '../options/provider-base.ts';
import type { Call } from './call.ts';

/** A provider's wire, as data and one generator. */
export interface ProviderDefinition<Wire, Own> extends ProviderBase<Own> {
  readonly models: ModelTable<Wire>;
  /** Wire settings of models that inherit from none. */
  readonly wire: Wire;
  /** How it continues conversations, where it does. */
  readonly chat?: ChatDefinition<Own>;
  /** How it makes embeddings and rankings, where it does. */
  readonly vectors?: VectorDefinition<Own>;
  /** The name of the members of its JSON that hold images; `b64_json` by default. */
  readonly payloadKey?: string;
  /** What the wire settings of a model have to be; without it they are not checked. */
  readonly wireRules?: { readonly [Name in keyof Wire & string]-?: ValueRule };
  /** Yields the events of a job, without `done`. Throws only `ProviderFailure`. */
  readonly run: (job: ImageJob, model: ModelRow<Wire>, call: Call, options: Own) => ImageEvents;
}

/** What each member of a definition has to be. */
export const DEFINITION: OptionTable<ProviderDefinition<unknown, never>> = {
  ...BASE,
  models: OBJECT,
  wire: OBJECT,
  chat: OBJECT,
  vectors: OBJECT,
  payloadKey: TEXT,
  wireRules: OBJECT,
  run: FUNCTION,
};

export const NEEDED = ['slug', 'name', 'baseUrl', 'authorize', 'models', 'wire', 'run'];
