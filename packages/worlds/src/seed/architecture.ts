import type { Model } from '@model-gateway/core';
import type { Family } from './families/family.ts';

type Architecture = Model['architecture'];

export interface Modalities {
  readonly inputs: readonly Architecture['input_modalities'][number][];
  readonly outputs: readonly Architecture['output_modalities'][number][];
}

/** Modalities in the order of the specification's lists; the instruct type is null for most. */
export function architectureOf(
  { tokenizer, instructType }: Pick<Family, 'tokenizer' | 'instructType'>,
  { inputs, outputs }: Modalities,
): Architecture {
  return {
    modality: `${inputs.join('+')}->${outputs.join('+')}`,
    input_modalities: [...inputs],
    output_modalities: [...outputs],
    tokenizer,
    instruct_type: instructType ?? null,
  };
}
