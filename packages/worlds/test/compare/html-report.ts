import * as Plot from '@observablehq/plot';
import type { Model } from '@model-gateway/core';
import { parseHTML } from 'linkedom';
import type { Distance } from './distance.ts';

export interface Comparison {
  readonly name: string;
  readonly models: readonly Model[];
  readonly distances: readonly Distance[];
  /** Areas under the ROC curve of each classifier. */
  readonly areas: { readonly logistic: number; readonly forest: number };
  readonly faults: readonly string[];
}

/** The catalog that the others are compared with. */
export interface Base {
  readonly name: string;
  readonly models: readonly Model[];
  /** What random halves of it differ by in each feature, in points. */
  readonly halves: ReadonlyMap<string, number>;
}

/** Returns a page with pictures of each comparison; it loads nothing and runs no script. */
export function htmlReport(base: Base, comparisons: readonly Comparison[]): string {
  const sections = comparisons.map(({ name, models, distances, areas, faults }) => {
    const both = [
      ...base.models.map((model) => ({ catalog: base.name, model })),
      ...models.map((model) => ({ catalog: name, model })),
    ];
    return (
      `<h2>${escaped(name)}</h2><p>Told from ${escaped(base.name)} with an AUC of ` +
      `${areas.logistic.toFixed(2)} by a logistic classifier and of ${areas.forest.toFixed(2)} by a ` +
      `random forest (0.5 is not at all, 1 is always); ${faults.length} contradictions.</p>` +
      pricesByAge(both) +
      lengths(both) +
      bars(distances, base.halves)
    );
  });
  return (
    '<!doctype html><meta charset="utf-8"><title>Catalogs compared</title>' +
    '<style>body{font:15px system-ui;max-width:60rem;margin:2rem auto}svg{display:block}</style>' +
    `<h1>Compared with ${escaped(base.name)}</h1>${sections.join('')}`
  );
}

interface Listed {
  readonly catalog: string;
  readonly model: Model;
}

function pricesByAge(both: readonly Listed[]): string {
  return picture('Prompt price in dollars per million tokens, by day of release', {
    height: 320,
    facet: { data: both, x: 'catalog' },
    x: { type: 'utc' },
    y: { type: 'log', grid: true, label: null },
    marks: [
      Plot.dot(both, {
        x: ({ model }: Listed) => new Date(model.created * 1000),
        y: ({ model }: Listed) => positive(1e6 * Number(model.pricing.prompt)),
        r: 2,
        stroke: 'steelblue',
      }),
    ],
  });
}

function lengths(both: readonly Listed[]): string {
  return picture('Context length in tokens', {
    height: 160,
    x: { type: 'log', grid: true, label: null },
    y: { label: null },
    marginLeft: 220,
    marks: [
      Plot.tickX(both, {
        x: ({ model }: Listed) => positive(model.context_length ?? 0),
        y: 'catalog',
        strokeOpacity: 0.25,
      }),
    ],
  });
}

/** The distance in each feature, and a tick at what halves of the first catalog differ by. */
function bars(distances: readonly Distance[], halves: ReadonlyMap<string, number>): string {
  return picture('Distance in each feature, in points; ticks: random halves of the first catalog', {
    height: 16 * distances.length + 60,
    marginLeft: 220,
    x: { domain: [0, 100], grid: true, axis: 'top', label: null },
    y: { label: null },
    marks: [
      Plot.barX(distances, { x: 'points', y: 'name', fill: 'steelblue', sort: { y: '-x' } }),
      Plot.tickX(distances, { x: ({ name }: Distance) => halves.get(name) ?? 0, y: 'name' }),
    ],
  });
}

function picture(title: string, options: Plot.PlotOptions): string {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const drawn = Plot.plot({ width: 900, ...options, document });
  return `<h3>${escaped(title)}</h3>${drawn.outerHTML}`;
}

/** A logarithmic scale has no place for zero. */
function positive(value: number): number | undefined {
  return value > 0 ? value : undefined;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
