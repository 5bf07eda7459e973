import type { Destination, GuardrailAssignment, Member } from '@model-gateway/core';

/** Returns the UUID that ends in `number`. */
export function sampleUuid(number: number): string {
  return `10000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** Text in several scripts, with characters that break faulty quoting or encoding. */
export const ANY_TEXT = 'Grüße 模型 🐼 \u202eright-to-left "quoted" \'single\' \\ % _ end';

/** Names that a lookup in a plain object would find. */
export const PROPERTY_NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];

/** Returns a small valid destination; `changes` replace whole members. */
export function sampleDestination(number: number, changes: Partial<Destination> = {}): Destination {
  return {
    id: sampleUuid(number),
    workspace_id: sampleUuid(9001),
    name: `Destination ${number}`,
    type: 'webhook',
    enabled: true,
    privacy_mode: false,
    sampling_rate: 1,
    api_key_hashes: null,
    filter_rules: null,
    config: { url: 'https://hooks.example/in' },
    created_at: sampleMoment(number),
    updated_at: sampleMoment(number),
    ...changes,
  };
}

/** Returns a time that is later for a higher number. */
export function sampleMoment(number: number): string {
  return new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString();
}

export function sampleMember(number: number, changes: Partial<Member> = {}): Member {
  return {
    id: `user_${number}`,
    email: `person.${number}@mail.example`,
    first_name: `First ${number}`,
    last_name: `Last ${number}`,
    role: 'member',
    ...changes,
  };
}

export function sampleAssignment(
  number: number,
  changes: Partial<GuardrailAssignment> = {},
): GuardrailAssignment {
  return {
    id: sampleUuid(number),
    guardrail_id: sampleUuid(8001),
    user_id: `user_${number}`,
    assigned_by: 'user_1',
    organization_id: 'org_1',
    created_at: sampleMoment(number),
    ...changes,
  };
}

/** Returns 1 to `count`. */
export function numbersTo(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i + 1);
}

/** Returns 1 to `count` in an order that is neither ascending nor descending. */
export function shuffledTo(count: number): number[] {
  // A prime that is not near a multiple of any count in use, so that every number occurs once.
  return numbersTo(count).map((number) => ((number * 7907) % count) + 1);
}
