/** What there is to ask for: the first part of a path here, the model `bench/<route>` at a gateway. */
export const RELAYED = {
  /** 16 MB of base64, as events of 1 MB. */
  manyFrames: 'many-frames',
  /** The same in one event. */
  oneFrame: 'one-frame',
  /** A few bytes of JSON. */
  small: 'small',
} as const;

/** What a gateway's own provider makes. */
export const GENERATED = {
  fromBytes: 'from-bytes',
  fromBase64: 'from-base64',
  largeFromBytes: 'large-from-bytes',
  largeFromBase64: 'large-from-base64',
} as const;

/** What a bare server has ready. */
export const READY = { frame: 'ready', largeFrame: 'large-ready' } as const;
