import { perMillion, tokenCount } from '../ui/format.ts';

/** A model of the catalog, as far as this page knows it by name. */
export interface Model {
  readonly id: string;
  readonly name: string;
  readonly created: number;
  readonly description: string;
  readonly context_length: number | null;
  readonly architecture: {
    readonly input_modalities: readonly string[];
    readonly output_modalities: readonly string[];
  };
  readonly pricing: Readonly<Record<string, unknown>>;
  readonly supported_parameters: readonly string[];
  readonly benchmarks?: unknown;
}

/** A line of the catalog. */
export function ModelRow({
  model,
  onOpen,
}: {
  readonly model: Model;
  readonly onOpen: () => void;
}) {
  const { id, name, context_length: context, architecture, pricing } = model;
  const { input_modalities: takes, output_modalities: gives } = architecture;
  return (
    <li>
      <button type="button" class="model" onClick={onOpen}>
        <span class="what">
          <strong>{name}</strong>
          <code>{id}</code>
        </span>
        <span class="muted">
          {takes.join(' + ')} → {gives.join(' + ')}
        </span>
        <span class="number">{context === null ? '' : tokenCount(context)}</span>
        <span class="number">{priceOf(pricing)}</span>
      </button>
    </li>
  );
}

/** Tokens in and out per million, or what an image costs. */
function priceOf(pricing: Model['pricing']): string {
  const [prompt, completion, image, output] = ['prompt', 'completion', 'image', 'image_output'].map(
    (kind) => textOf(pricing[kind]),
  );
  if (Number(prompt) > 0 || Number(completion) > 0) {
    return `${perMillion(prompt)} / ${perMillion(completion)}`;
  }
  if (Number(image) > 0) return `$${image} an image`;
  // Some models count images here and others their tokens.
  return Number(output) > 0 ? `$${output} image output` : 'free';
}

/** A price; anything else that the member may be is not one. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
