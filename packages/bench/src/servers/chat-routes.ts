/** The routes of the upstream: the first part of a path here, the model `bench/<route>` at a gateway. */
export const CHAT_ROUTES = {
  /** A delta at a time. */
  paced: 'paced',
  /** Eight deltas at a time. */
  joined: 'joined',
  /** After 20 ms a short answer. */
  first: 'first',
  /** A word each 20 ms, the first after 20 ms, for a quarter of a second. */
  steady: 'steady',
  /** A whole answer of 2 kB. */
  whole: 'whole',
} as const;

export type ChatRoute = (typeof CHAT_ROUTES)[keyof typeof CHAT_ROUTES];

/** What a gateway knows of the models of these routes. */
export const LANGUAGE_MODEL = {
  context: 1_000_000,
  maxOutput: 4096,
  inputs: ['text' as const, 'image' as const],
  pricing: { prompt: '0.000001', completion: '0.000002' },
};

/** The same by the name of one of OpenAI's. */
export const OPENAI_MODEL = { ...LANGUAGE_MODEL, upstream: 'gpt-5.6-luna' };

/** Upstreams that stream over another wire, as the gateway is configured for them. */
export const WIRES = {
  anthropic: { kind: 'anthropic', version: '/v1' },
  gemini: { kind: 'gemini', version: '/v1beta' },
  responses: { kind: 'openai', version: '/v1' },
  bedrock: { kind: 'bedrock', version: '' },
  cohere: { kind: 'cohere', version: '' },
} as const;

export type Wire = keyof typeof WIRES;

/** The route of a wire: one delta at a time, or eight. */
export type WireRoute = Wire | `${Wire}-joined`;

/** The routes of each wire. */
export const WIRE_ROUTES = Object.entries(WIRES).flatMap(([wire, how]) => [
  { route: wire, wire, ...how },
  { route: `${wire}-joined`, wire, ...how },
]);

/** The route of embeddings, whose requests and answers are all of one size. */
export const VECTORS = { route: 'vectors', inputs: 2000, dimensions: 1536 } as const;

/** A steady stream, in milliseconds: the pause before each word, and how long it is open. */
export const STEADY = { pauseMs: 20, openMs: 260 } as const;

/** The text of the first delta that says something. */
export const FIRST_WORD = 'First word';

/** Deltas of one answer. */
export const DELTAS = 400;
