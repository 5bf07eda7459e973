import type { Distance } from './distance.ts';

export interface Comparison {
  readonly name: string;
  readonly distances: readonly Distance[];
  readonly area: number;
  readonly faults: readonly string[];
}

/** Returns a page with a bar for each feature of each comparison; it loads nothing. */
export function htmlReport(base: string, comparisons: readonly Comparison[]): string {
  const sections = comparisons.map(
    ({ name, distances, area, faults }) =>
      `<h2>${escaped(name)}</h2><p>A logistic classifier tells it from ${escaped(base)} with an AUC of ` +
      `${area.toFixed(2)}; ${faults.length} contradictions.</p><table>${distances.map(bar).join('')}</table>`,
  );
  return (
    '<!doctype html><meta charset="utf-8"><title>Catalogs compared</title>' +
    '<style>body{font:15px system-ui;max-width:60rem;margin:2rem auto}td{padding:.1rem .5rem}' +
    'meter{width:24rem}</style>' +
    `<h1>Compared with ${escaped(base)}</h1>${sections.join('')}`
  );
}

function bar({ name, points }: Distance): string {
  return (
    `<tr><td>${escaped(name)}<td><meter min="0" max="100" high="15" low="5" optimum="0" ` +
    `value="${points.toFixed(1)}"></meter><td>${points.toFixed(0)}</tr>`
  );
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
