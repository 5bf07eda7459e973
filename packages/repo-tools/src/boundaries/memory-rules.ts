import type { Breach, Rule } from './rule.ts';

/** Packages whose code runs for requests, or in the page; not those that only build, draw or measure. */
const RUN_FOR_REQUESTS =
  /^packages\/(?:core|connect|express|koa|fetch|node|egress|providers|sql|redis|server|telemetry|mock|fixtures)\/src\//;

/** What happens once in a process, or once for a connection. */
const ONCE = [
  'packages/egress/src/reads.ts',
  'packages/mock/src/tenant/tenant-gateway.ts',
  'packages/mock/src/vite/announce.ts',
  'packages/node/src/continue-when-read.ts',
  'packages/server/src/running/hang-ups.ts',
  'packages/telemetry/src/send/alarm.ts',
];

/**
 * `x.y = () => …`, `x[y] ??= async (…): T => …`, `x.y = function …`; a line may end behind the sign. A
 * declaration may have a member in its type.
 */
const ASSIGNED_FUNCTION =
  /^(?!\s*(?:export|const|let|readonly)\s)[^\n'"`/]*?[\w)\]](?:\.#?\w+|\[[^\]\n]+\])!?\s(?:\?\?|\|\|)?=\s+(?:async\s+)?(?:function\b|(?:\w+|\([^()]*(?:\([^()]*\)[^()]*)*\)(?::[^=;{}]+)?)\s=>)/gm;

export const MEMORY_RULES: readonly Rule[] = [
  {
    says:
      'No function literal is assigned to a member: V8 makes such a function in the old generation, ' +
      'where it keeps all that it refers to, the whole request, until old objects are collected.',
    instead:
      'Name the function with const, and assign that; or declare it as a member of the class.',
    breaches: ({ files }) =>
      Object.entries(files)
        .filter(([file]) => RUN_FOR_REQUESTS.test(file) && !ONCE.includes(file))
        .flatMap(([file, text]) => assignedFunctions(file, text)),
  },
];

function assignedFunctions(file: string, text: string): readonly Breach[] {
  return [...text.matchAll(ASSIGNED_FUNCTION)].map(({ 0: found, index }) => ({
    file,
    line: text.slice(0, index + found.length).split('\n').length,
    what: found.trim().replaceAll(/\s+/g, ' '),
  }));
}
