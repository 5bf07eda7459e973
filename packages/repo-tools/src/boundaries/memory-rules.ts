import { functionsAssignedIn } from './functions-assigned-in.ts';
import type { Rule } from './rule.ts';

/** Packages that only build, test and measure. */
const TOOLS = /^packages\/(?:bench|repo-tools|site)\//;

export const MEMORY_RULES: readonly Rule[] = [
  {
    says:
      'No function literal is assigned to a member: V8 makes such a function in the old generation, ' +
      'where it keeps all that it refers to, the whole request, until old objects are collected.',
    instead:
      'Name the function with const, and assign that; or declare it as a member of the class.',
    breaches: ({ files }) =>
      Object.entries(files)
        .filter(([file]) => !TOOLS.test(file))
        .flatMap(([file, text]) =>
          functionsAssignedIn(file, text).map(({ line, member: what }) => ({ file, line, what })),
        ),
  },
];
