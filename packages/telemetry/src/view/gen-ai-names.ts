import type { GenerationTask } from '@model-gateway/core';

/** What OpenTelemetry's conventions for generative AI call a task, and what comes of it. */
interface GenAiNames {
  /** `gen_ai.operation.name`, which also begins the names of spans. */
  readonly operation: string;
  /** `gen_ai.output.type`; undefined where the conventions have none. */
  readonly output: string | undefined;
}

export const GEN_AI_NAMES: Readonly<Record<GenerationTask, GenAiNames>> = {
  // The nearest of the conventions' names, which lack one for images.
  images: { operation: 'generate_content', output: 'image' },
  chat: { operation: 'chat', output: 'text' },
  embeddings: { operation: 'embeddings', output: undefined },
  rerank: { operation: 'rerank', output: undefined },
};
