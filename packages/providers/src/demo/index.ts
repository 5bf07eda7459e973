import { checkOptions, type OptionTable, TEXT } from '@model-gateway/core/kit';
import { chatCatalogEntry } from '../chat/chat-catalog-entry.ts';
import { resolveChatModels, type ChatTable } from '../chat/chat-model.ts';
import type { ListedProvider } from '../options/listed-provider.ts';
import { demoAnswer } from './answer.ts';

/** Options of the demo. */
export interface DemoOptions {
  /** `demo` by default. */
  readonly slug?: string;
  /** `Demo` by default. */
  readonly name?: string;
}

const MODELS: ChatTable = {
  'demo/echo': {
    name: 'Demo: Echo',
    upstream: 'echo',
    context: 131_072,
    maxOutput: 16_384,
    inputs: ['text', 'image', 'file', 'audio', 'video'],
    parameters: ['tools', 'tool_choice', 'response_format', 'structured_outputs'],
    pricing: { prompt: '0', completion: '0' },
    source: 'it is made here',
    asOf: '2026-11-24',
  },
};

/**
 * Creates a provider that needs no account and no network, for a first minute and for load tests: its
 * model `demo/echo` repeats what the user said, calls a tool that is required or named, and fills a
 * schema. It costs nothing.
 */
export function demo(options: DemoOptions = {}): ListedProvider {
  checkOptions('demo', options, OPTIONS);
  const { slug = 'demo', name = 'Demo' } = options;
  const { models } = resolveChatModels(undefined, {
    table: MODELS,
    usual: {},
    wire: 'openai-chat',
    hasResponses: false,
    sealsByModel: false,
    slug,
    today: '',
  });
  const rows = [...models].map(([id, { row }]) => [id, row] as const);
  return {
    slug,
    name,
    baseUrl: '',
    catalog: rows.map(([id, row]) => chatCatalogEntry(id, row, { slug, name })),
    models: rows.map(([id, { upstream, source, asOf }]) => ({ id, upstream, source, asOf })),
    retired: [],
    chat: {
      endpoint: (id) => models.get(id)?.endpoint,
      async answer({ request }, context) {
        const { signal } = context;
        signal.throwIfAborted();
        context.dispatched();
        return { steps: stepsOf(demoAnswer(request), signal) };
      },
    },
  };
}

async function* stepsOf<Step>(
  steps: readonly Step[],
  signal: AbortSignal,
): AsyncGenerator<Step, void> {
  for (const step of steps) {
    signal.throwIfAborted();
    yield step;
  }
}

const OPTIONS: OptionTable<DemoOptions> = { slug: TEXT, name: TEXT };
