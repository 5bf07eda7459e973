import { controlResponse } from '../api/control.ts';

/** What a rule may name, as the control interface describes it. */
export interface RuleChoices {
  readonly operations: readonly string[];
  readonly faults: readonly string[];
  readonly endings: readonly string[];
}

export const NO_CHOICES: RuleChoices = { operations: [], faults: [], endings: [] };

interface Document {
  readonly components: {
    readonly schemas: {
      readonly Rule: {
        readonly properties: Readonly<
          Record<string, { readonly anyOf?: readonly { readonly enum?: readonly string[] }[] }>
        >;
      };
    };
  };
}

/** Resolves to the names in the description of a rule. */
export async function ruleChoices(): Promise<RuleChoices> {
  const response = await controlResponse('GET', '/openapi.json');
  // The mock makes the document from its own schemas.
  const { components } = (await response.json()) as Document;
  const named = (member: string) =>
    components.schemas.Rule.properties[member]?.anyOf?.flatMap((form) => form.enum ?? []) ?? [];
  return { operations: named('on'), faults: named('fault'), endings: named('end') };
}
