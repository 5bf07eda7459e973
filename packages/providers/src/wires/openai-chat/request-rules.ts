/** How the requests of a server differ from OpenAI's. */
export interface RequestRules {
  /** What turns of the roles `system` and `developer` become; by default each stays what it is. */
  readonly system?: 'system' | 'developer';
  /** The name of the limit; `max_completion_tokens` by default. */
  readonly maxTokens?: 'max_completion_tokens' | 'max_tokens';
  /** The name of the seed; `seed` by default. */
  readonly seed?: 'seed' | 'random_seed';
  /**
   * How it is told to reason; by an effort by default. `thinking` has a switch and an effort,
   * `thinking_type` the switch alone, `enable_thinking` a switch and a budget.
   */
  readonly reasoning?:
    | 'reasoning_effort'
    | 'reasoning'
    | 'thinking'
    | 'thinking_type'
    | 'enable_thinking';
  /** The member of an assistant's turn in which its reasoning is sent back; by default it is not. */
  readonly replay?: 'reasoning' | 'reasoning_content';
  /** Where the pseudonym of the end user goes; false for servers that refuse it. `user` by default. */
  readonly user?: 'user' | 'safety_identifier' | false;
  /** What a streamed request says beside `stream`; `{ include_usage: true }` by default. */
  readonly streamOptions?: object | false;
  /** Whether a turn of the assistant may say nothing, and call nothing; true by default. */
  readonly emptyTurns?: boolean;
  /** Ids of calls that it takes; others become nine letters and digits. All by default. */
  readonly callIds?: RegExp;
  /** Whether turns of the user and the assistant have to alternate, and none be empty; false by default. */
  readonly alternates?: boolean;
  /** Whether it answers in streams only, so that whole answers are gathered; false by default. */
  readonly alwaysStreams?: boolean;
  /** Whether the schema of an answer has a name; true by default. */
  readonly namesSchemas?: boolean;
  /** What it refuses in schemas of tools: `type` beside `anyOf`. Nothing by default. */
  readonly schemas?: 'type-within-any-of';
  /** Whether it takes `cache_control` on parts and tools; false by default. */
  readonly cacheMarks?: boolean;
}
