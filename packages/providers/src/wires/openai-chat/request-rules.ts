/** How the requests of a server differ from OpenAI's. */
export interface RequestRules {
  /** What turns of the roles `system` and `developer` become; by default each stays what it is. */
  readonly system?: 'system' | 'developer';
  /** The name of the limit; `max_completion_tokens` by default. */
  readonly maxTokens?: 'max_completion_tokens' | 'max_tokens';
  /** The name of the seed; `seed` by default. */
  readonly seed?: 'seed' | 'random_seed';
  /** How it is told to reason; by an effort by default. */
  readonly reasoning?: 'reasoning_effort' | 'reasoning' | 'thinking';
  /** The member of an assistant's turn in which its reasoning is sent back; by default it is not. */
  readonly replay?: 'reasoning' | 'reasoning_content';
  /** Where the pseudonym of the end user goes; false for servers that refuse it. `user` by default. */
  readonly user?: 'user' | 'safety_identifier' | false;
  /** What a streamed request says beside `stream`; `{ include_usage: true }` by default. */
  readonly streamOptions?: object | false;
  /** The form of ids of calls; `any` by default. */
  readonly callIds?: 'any' | 'nine';
  /** Whether it fetches images; true by default. Else an image has to be data. */
  readonly fetchesImages?: boolean;
  /** Whether it takes `cache_control` on parts and tools; false by default. */
  readonly cacheMarks?: boolean;
}
