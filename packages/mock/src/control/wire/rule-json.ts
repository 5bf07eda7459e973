import { isJsonObject } from '@model-gateway/core/kit';
import { redactMembers, type Redaction } from '../../journal/redaction.ts';
import { toSnakeCase } from '../../rename-keys.ts';
import type { RuleEffect } from '../../rules/rule-effect.ts';
import type { RuleHandle } from '../../rules/rule-handle.ts';
import { patternMembersJson } from './pattern-json.ts';
import type { RequestPatternJson, RuleStateJson } from './rule.ts';

/** Returns a rule as JSON, without secrets. */
export function ruleStateJson(rule: RuleHandle, redaction: Redaction): RuleStateJson {
  const { id, on, where, answer, hits, remaining, isAdded } = rule;
  return {
    id,
    on: on ?? null,
    where: where.map((pattern) => whereJson(pattern, redaction)),
    answer: answer === undefined ? null : answerJson(answer),
    hits,
    remaining: Number.isFinite(remaining) ? remaining : null,
    added: isAdded,
  };
}

function whereJson(pattern: object, redaction: Redaction): RequestPatternJson {
  const parts = Object.entries(pattern).filter(([, part]) => part !== undefined);
  const json = patternMembersJson(Object.fromEntries(parts), () => ({ predicate: true }));
  return Object.fromEntries(
    Object.entries(json).map(([name, part]) => [
      name,
      name !== 'body' && isJsonObject(part)
        ? redactMembers(redaction, part)
        : redaction.named(name, part),
    ]),
  );
}

function answerJson({
  action,
  status,
  delayMs,
  kind,
}: RuleEffect): NonNullable<RuleStateJson['answer']> {
  return {
    action: toSnakeCase(action),
    status: status ?? null,
    delay_ms: delayMs,
    kind: kind ?? null,
  };
}
