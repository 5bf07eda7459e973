/** The routes: the first part of a path here, the model `bench/<route>` at a gateway. */
export const RELAYED = {
  /** 16 MB of base64, as events of 1 MB. */
  manyFrames: 'many-frames',
  /** The same in one event. */
  oneFrame: 'one-frame',
  /** A few bytes of JSON. */
  small: 'small',
  /** JSON with 1 MB of base64: a PNG of 1024 × 1024. */
  typical: 'typical',
} as const;

/** The routes of an upstream with OpenAI's Images API. */
export const OPENAI = {
  /** Three partial images and the complete one, 2 MB of base64 each. */
  partials: 'openai-partials',
  /** One complete image of 8 MB of base64. */
  large: 'openai-large',
  /** The same in the JSON of an answer that is not streamed. */
  largeJson: 'openai-large-json',
  /** One complete image of 1 MB of base64. */
  medium: 'openai-medium',
} as const;

/** The images that a gateway's own provider makes. */
export const GENERATED = {
  fromBytes: 'from-bytes',
  fromBase64: 'from-base64',
  largeFromBytes: 'large-from-bytes',
  largeFromBase64: 'large-from-base64',
} as const;

/** The bodies that a bare server has ready. */
export const READY = { frame: 'ready', largeFrame: 'large-ready' } as const;
