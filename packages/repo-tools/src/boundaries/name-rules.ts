import type { Rule } from './rule.ts';

const LOOK_ALIKE_NAMES = [
  'hugging_face_id',
  'design_arena',
  'artificial_analysis',
  'openrouter_metadata',
  'design-arena-elo',
];

/** The one table of look-alike names, and this file. */
const MAY_NAME_THEM = ['packages/core/src/dialect/', 'packages/repo-tools/'];

export const NAME_RULES: readonly Rule[] = [
  {
    says: "Look-alike names appear only in core/src/dialect: everywhere else we speak the spec's words.",
    instead: "Use the spec's name; add a new look-alike name to the table in core/src/dialect.",
    breaches: ({ files }) =>
      Object.entries(files)
        .filter(([file]) => !MAY_NAME_THEM.some((folder) => file.startsWith(folder)))
        .flatMap(([file, text]) =>
          text.split('\n').flatMap((line, index) =>
            LOOK_ALIKE_NAMES.filter((name) => line.includes(name)).map((what) => ({
              file,
              line: index + 1,
              what,
            })),
          ),
        ),
  },
];
