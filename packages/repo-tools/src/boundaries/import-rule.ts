import type { ImportEdge, ImportGraph } from './import-graph.ts';
import type { Breach, Rule } from './rule.ts';

/** A rule that looks at one import at a time. */
export function importRule(
  { says, instead }: Pick<Rule, 'says' | 'instead'>,
  forbids: (edge: ImportEdge, graph: ImportGraph) => boolean,
): Rule {
  return {
    says,
    instead,
    breaches: (graph) => graph.edges.filter((edge) => forbids(edge, graph)).map(toBreach),
  };
}

export function toBreach({ from, line, specifier }: ImportEdge): Breach {
  return { file: from, line, what: specifier };
}
