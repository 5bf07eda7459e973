import { diagnosticError, type DiagnosticEntry } from '@model-gateway/core/kit';

/** The diagnostics of worlds and builders, by code. `npx @model-gateway/mock explain` prints them too. */
export const DIAGNOSTICS = {
  GW1701: {
    title: 'Invalid builder input',
    explanation:
      'model(), member(), destination() and assignment() check their result with the schemas of the gateway. The message names each member, what is expected and what was received.',
    fix: 'Correct the member. To serve something that the specification does not allow, change the built object afterwards: it is plain data.',
  },
  GW1702: {
    title: 'Unknown world name',
    explanation: 'The named worlds are golden, empty, tiny, huge and generated.',
    fix: 'Use one of them, or pass a world of your own as an object.',
  },
  GW1704: {
    title: 'The named world has a fixed size',
    explanation:
      'The golden, the tiny, the empty and the huge world have a fixed number of models.',
    fix: "Omit the number of models, or use world: 'generated'.",
  },
  GW1707: {
    title: 'A generated world needs the package @faker-js/faker',
    explanation:
      'Names and choices of generated worlds come from @faker-js/faker, which is not installed with this package. The golden, the tiny and the empty world do not need it. A seed or a number of models other than those of the golden world requires a generated one.',
    fix: "Install it: npm install --save-dev @faker-js/faker. Or use world: 'golden' or world: 'tiny'.",
  },
} as const satisfies Readonly<Record<`GW17${number}`, DiagnosticEntry>>;

/** The code at the end of a message, by which its documentation is found: `GW…`. */
export type DiagnosticCode = keyof typeof DIAGNOSTICS;

/** Returns an error for the user of this package. Its message ends in the code. */
export function diagnostic(
  code: DiagnosticCode,
  message: string,
  options?: ErrorOptions,
): Error & { readonly code: DiagnosticCode } {
  return diagnosticError(code, message, options);
}
