import type { Model } from '@model-gateway/core';
import type { Family } from '../families/family.ts';

type Architecture = Model['architecture'];

export interface Modalities {
  readonly inputs: readonly Architecture['input_modalities'][number][];
  readonly outputs: readonly Architecture['output_modalities'][number][];
}

/**
 * Returns the architecture. `modality` has the specification's order whatever order the lists have,
 * as observed; the instruct type is null for most.
 */
export function architectureOf(
  { tokenizer, instructType }: Pick<Family, 'tokenizer' | 'instructType'>,
  { inputs, outputs }: Modalities,
): Architecture {
  return {
    modality: `${ORDER.filter((input) => inputs.includes(input)).join('+')}->${outputs.join('+')}`,
    input_modalities: [...inputs],
    output_modalities: [...outputs],
    tokenizer,
    instruct_type: instructType ?? null,
  };
}

const ORDER: readonly Modalities['inputs'][number][] = ['text', 'image', 'file', 'audio', 'video'];
