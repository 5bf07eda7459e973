import { CIRCLE_RULES } from './circle-rules.ts';
import { CORE_RULES } from './core-rules.ts';
import { FLOOR_RULES } from './floor-rules.ts';
import { importGraph } from './import-graph.ts';
import { MEMORY_RULES } from './memory-rules.ts';
import { NAME_RULES } from './name-rules.ts';
import { PACKAGE_RULES } from './package-rules.ts';
import { PLATFORM_RULES } from './platform-rules.ts';
import type { Rule, Violation } from './rule.ts';
import type { Workspace } from './workspace.ts';

const RULES: readonly Rule[] = [
  ...PACKAGE_RULES,
  ...PLATFORM_RULES,
  ...CORE_RULES,
  ...FLOOR_RULES,
  ...CIRCLE_RULES,
  ...NAME_RULES,
  ...MEMORY_RULES,
];

/** Returns every violation in the workspace, by rule, in the order of the files. */
export function findViolations(workspace: Workspace): readonly Violation[] {
  const graph = importGraph(workspace);
  return RULES.flatMap(({ says, instead, breaches }) =>
    breaches(graph).map((breach) => ({ ...breach, says, instead })),
  ).toSorted((a, b) => a.file.localeCompare(b.file, 'en') || a.line - b.line);
}
