/** Where the gateway is. */
export interface Reach {
  readonly baseURL: string;
  readonly apiKey: string;
  readonly model: string;
}

/** What a client read of an answer. */
export interface Said {
  readonly text: string;
  /** Tokens of input and output together. */
  readonly tokens: number | undefined;
}

/** A call of the tool `weather`, and what the model said after its result. */
export interface Looped {
  readonly name: string;
  readonly input: unknown;
  readonly text: string;
}

/** How a stream ended that broke: what arrived, and the sentence of the error. */
export interface Broken {
  readonly text: string;
  readonly message: string;
}

/** What one client is asked to do with a gateway; it never repeats a request by itself. */
export interface Client {
  whole(reach: Reach, words: string): Promise<Said>;
  streamed(reach: Reach, words: string): Promise<Said>;
  /** Has the tool called, sends its result, and reads the answer to that. */
  loop(reach: Reach, how: { readonly stream: boolean }): Promise<Looped>;
  /** Asks for an object with a `city`, by a schema. */
  structured(reach: Reach): Promise<unknown>;
  /** Streams, and aborts at the first text; some clients then end, others throw the reason. */
  abort(reach: Reach, controller: AbortController): Promise<void>;
  /** Resolves with the status of the error that the client throws. */
  refused(reach: Reach): Promise<number | undefined>;
  /** Resolves with what it makes of a stream that breaks. */
  broken(reach: Reach): Promise<Broken>;
  /** Whether it takes a stream that failed for complete. */
  readonly ignoresFailures?: boolean;
}

/** Of the tool `weather`, and of the answer with a schema. */
export const CITY = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
} as const;

/** Why a client aborts. */
export const LEFT = new Error('the client left');

/** What the tool returns. */
export const RESULT = 'It is sunny.';
