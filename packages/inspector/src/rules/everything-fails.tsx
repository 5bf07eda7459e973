import { control } from '../api/control.ts';
import type { RuleState } from '../api/types.ts';
import { part } from '../state/address.ts';
import { refreshRules, rules, rulesPathOf } from '../state/rules.ts';
import { currentTenant } from '../state/tenants.ts';
import { attempt, say } from '../ui/notice.tsx';
import { PartLink } from '../ui/part-link.tsx';
import { useAfterRequests } from '../ui/use-after-requests.ts';
import { answerText } from './rule-texts.ts';

/** Says in every part that a rule makes every request to the tenant fail, and offers to end that. */
export function EverythingFails() {
  const tenant = currentTenant.value?.id;
  useAfterRequests(refreshRules, `${part.value} ${tenant}`);
  // Rules behind it answer nothing.
  const rule = rules.value.find(answersEverything);
  if (tenant === undefined || rule === undefined || !fails(rule)) return null;
  const remove = () =>
    attempt(async () => {
      await control('DELETE', `${rulesPathOf(tenant)}/${encodeURIComponent(rule.id)}`);
      await refreshRules();
      say('Requests are answered again');
    });
  return (
    <div class="callout bad everything-fails" role="status">
      <p>
        <span class="cross">✗</span> Every request to <code>{tenant}</code> {answerText(rule)}:{' '}
        <PartLink to="rules" more={{ tenant, rule: rule.id }} text={rule.id} />
      </p>
      {rule.added && (
        <button type="button" onClick={() => void remove()}>
          Remove this rule
        </button>
      )}
    </div>
  );
}

/** Whether a rule is for all requests, without end, and passes none of them on. */
function answersEverything({ on, where, answer, remaining }: RuleState): boolean {
  const isForAll = on === '*' && where.length === 0 && remaining === null;
  return isForAll && answer !== null && answer.action !== 'delay';
}

function fails({ answer }: RuleState): boolean {
  return answer?.action === 'fault' || (answer?.status ?? 0) >= 400;
}
