import { diagnosticError, type DiagnosticEntry } from '@model-gateway/core/kit';

/** The diagnostics of worlds and builders. `model-gateway-mock explain` prints them too. */
export const DIAGNOSTICS = {
  GW1701: {
    title: 'A builder was told to make something that cannot be',
    explanation:
      'model(), member(), destination() and assignment() check what they make with the schemas that the gateway answers by. The message names each member, what is expected and what came.',
    fix: 'Change the member. To serve something on purpose that the specification does not have, change the built object afterwards: it is plain data.',
  },
  GW1702: {
    title: 'There is no world of this name',
    explanation: 'Worlds by name are golden, empty, tiny, huge and generated.',
    fix: 'Take one of them, or hand over a world of your own as an object.',
  },
  GW1704: {
    title: 'A world of a fixed size was asked for with another size',
    explanation: 'The golden, the tiny and the empty world have as many models as they have.',
    fix: "Leave the number of models out, or ask for world: 'generated'.",
  },
  GW1707: {
    title: 'A generated world needs the package @faker-js/faker',
    explanation:
      'Names and choices of generated worlds come from @faker-js/faker, which is not installed with this package: the golden, the tiny and the empty world do without it. Another seed or number of models than those of the golden world asks for a generated one.',
    fix: "Install it: npm install --save-dev @faker-js/faker. Or take world: 'golden' or world: 'tiny'.",
  },
} as const satisfies Readonly<Record<`GW17${number}`, DiagnosticEntry>>;

export type DiagnosticCode = keyof typeof DIAGNOSTICS;

/** An error for the user of this package. Its message ends in the code. */
export function diagnostic(
  code: DiagnosticCode,
  message: string,
  options?: ErrorOptions,
): Error & { readonly code: DiagnosticCode } {
  return diagnosticError(code, message, options);
}
