import { element } from './element.ts';
import type { Model } from './gateway.ts';

export function modelCard(model: Model): HTMLElement {
  const [author = '', name = model.name] = model.name.split(': ');
  const { input_modalities, output_modalities } = model.architecture;
  return element(
    'li',
    'card',
    element('p', 'author', author),
    element('h2', '', name),
    element('code', '', model.id),
    element('p', 'description', model.description ?? ''),
    element('p', 'modalities', `${input_modalities.join(', ')} → ${output_modalities.join(', ')}`),
    element(
      'dl',
      '',
      fact('Prompt', perMillion(model.pricing.prompt)),
      fact('Completion', perMillion(model.pricing.completion)),
      fact('Context', tokens(model.context_length)),
    ),
  );
}

function fact(name: string, value: string): HTMLElement {
  return element('div', '', element('dt', '', name), element('dd', '', value));
}

const dollars = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 0,
  maximumSignificantDigits: 3,
});

/** Prices are USD per token, as decimal strings; negative where they depend on the request. */
function perMillion(price: string): string {
  const value = Number(price);
  if (value < 0) return 'varies';
  return value === 0 ? '—' : `${dollars.format(value * 1e6)}/M`;
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 0 });

function tokens(count: number | null): string {
  return count === null ? '—' : compact.format(count);
}
