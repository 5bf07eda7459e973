import type { Model } from '@model-gateway/core';
import { JsonTree } from '../ui/json-tree.tsx';
import { textOf } from './model-row.tsx';
import { priceText } from './price.ts';

/** One model in full. */
export function ModelCard({
  model,
  onClose,
}: {
  readonly model: Model;
  readonly onClose: () => void;
}) {
  const { id, name, description, pricing, supported_parameters: accepted, benchmarks } = model;
  const prices = Object.entries(pricing).flatMap(([kind, price]): [string, string][] => {
    const text = textOf(price);
    return text === undefined ? [] : [[kind, text]];
  });
  return (
    <article class="card" aria-label={name}>
      <header>
        <h2>{name}</h2>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </header>
      <p>
        <code>{id}</code> · since {new Date(model.created * 1000).toISOString().slice(0, 10)}
      </p>
      <p>{description}</p>
      <h3>Prices</h3>
      <dl class="facts">
        {prices.map(([kind, price]) => (
          <div key={kind}>
            <dt>{kind.replaceAll('_', ' ')}</dt>
            <dd>{priceText(kind, price)}</dd>
          </div>
        ))}
      </dl>
      {accepted.length > 0 && (
        <>
          <h3>Parameters</h3>
          <p class="chips">
            {accepted.map((parameter) => (
              <code key={parameter}>{parameter}</code>
            ))}
          </p>
        </>
      )}
      {benchmarks !== undefined && (
        <>
          <h3>Benchmarks</h3>
          <JsonTree value={benchmarks} label="Benchmarks" />
        </>
      )}
      <details>
        <summary>As JSON</summary>
        <JsonTree value={model} label="Model" />
      </details>
    </article>
  );
}
