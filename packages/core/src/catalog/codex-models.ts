import type { Model } from '../resources/model.ts';

/**
 * Returns the models as Codex wants its catalog, which it reads from the member `models` of the list.
 * It asks for them by `client_version`, and warns of each model that it does not find. Source:
 * contract §3.12.
 */
export function codexModels(models: readonly Model[]): readonly CodexModel[] {
  return models.filter(speaks).map((model, position) => ({
    slug: model.id,
    display_name: model.name,
    description: model.description ?? null,
    supported_reasoning_levels: effortsOf(model).map((effort) => ({ effort, description: effort })),
    supports_reasoning_summaries: has(model, 'reasoning'),
    context_window: model.context_length ?? model.top_provider.context_length ?? null,
    input_modalities: model.architecture.input_modalities.filter(
      (one) => one === 'text' || one === 'image',
    ),
    supports_parallel_tool_calls: has(model, 'parallel_tool_calls'),
    support_verbosity: has(model, 'verbosity'),
    default_verbosity: null,
    shell_type: 'shell_command',
    apply_patch_tool_type: null,
    experimental_supported_tools: [],
    visibility: 'list',
    supported_in_api: true,
    priority: position,
    upgrade: null,
    base_instructions: '',
    truncation_policy: { mode: 'tokens', limit: LONGEST_OUTPUT_OF_A_TOOL },
  }));
}

/** A model in the words of Codex. Source: its `ModelInfo`. */
export interface CodexModel {
  readonly slug: string;
  readonly display_name: string;
  readonly supported_reasoning_levels: readonly { readonly effort: string }[];
  readonly context_window: number | null;
  readonly [more: string]: unknown;
}

/** In tokens; Codex cuts what is longer. */
const LONGEST_OUTPUT_OF_A_TOOL = 10_000;

/** Codex drives its models by tools. */
function speaks(model: Model): boolean {
  return model.architecture.output_modalities.includes('text') && has(model, 'tools');
}

function has({ supported_parameters: parameters }: Model, name: string): boolean {
  return parameters.some((one) => one === name);
}

/** Efforts that every version of Codex knows, from the least: it refuses a catalog with another. */
const KNOWN = ['minimal', 'low', 'medium', 'high', 'xhigh'] as const;

function effortsOf(model: Model): readonly string[] {
  if (!has(model, 'reasoning')) return [];
  const { supported_efforts: efforts } = model.reasoning ?? {};
  return KNOWN.filter((effort) => efforts?.includes(effort) ?? true);
}
