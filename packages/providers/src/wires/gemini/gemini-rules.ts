/** How requests differ by the service and by the model. */
export interface GeminiRules {
  /** Whether calls and their results have ids; Vertex AI refuses them. */
  readonly hasCallIds: boolean;
  /** Whether instructions have a place of their own: not of Gemma. */
  readonly hasInstruction: boolean;
  /**
   * Whether the model is of Gemini 3 or later: it thinks by levels, checks signatures of calls, and
   * takes media in results and JSON beside tools.
   */
  readonly isModern: boolean;
  /** Efforts that the model takes; all by default. */
  readonly efforts?: readonly string[] | undefined;
}

/** Returns how a model is asked; `name` is the provider's own. */
export function rulesFor(
  name: string,
  { hasCallIds, efforts }: Pick<GeminiRules, 'hasCallIds' | 'efforts'>,
): GeminiRules {
  const isGemini = !/^gemma/i.test(name);
  const isModern = isGemini && !/(?:^|\/)gemini-[12](?:[.-]|$)/i.test(name);
  return { hasCallIds, hasInstruction: isGemini, isModern, efforts };
}
