import type { Model } from '@model-gateway/core';
import { tokenCount } from '../ui/format.ts';
import { priceText, tokenPrices } from './price.ts';

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

/** Tokens in and out per million, or the first other thing that is charged, images before all. */
function priceOf(pricing: Model['pricing']): string {
  const prices = new Map(Object.entries(pricing).map(([kind, price]) => [kind, textOf(price)]));
  const [prompt, completion] = [prices.get('prompt'), prices.get('completion')];
  // A price that is not fixed is -1.
  if (Number(prompt) !== 0 || Number(completion) !== 0) return tokenPrices(prompt, completion);
  const kinds = ['image', 'image_output', ...prices.keys()];
  const charged = kinds.find((kind) => Number(prices.get(kind) ?? 0) !== 0) ?? 'prompt';
  return priceText(charged, prices.get(charged));
}

/** A price; anything else that the member may be is not one. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
