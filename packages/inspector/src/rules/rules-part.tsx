import { control } from '../api/control.ts';
import { parameter } from '../state/address.ts';
import { refreshRules, rules, rulesPathOf } from '../state/rules.ts';
import { currentTenant } from '../state/tenants.ts';
import { Folded } from '../ui/folded.tsx';
import { attempt, say } from '../ui/notice.tsx';
import { TenantChoice } from '../ui/tenant-choice.tsx';
import { PREFILLED } from './rule-for.ts';
import { RuleForm } from './rule-form.tsx';
import { RuleTable } from './rule-table.tsx';

/** The id of the rule behind the switch. */
const EVERYTHING_FAILS = 'inspector.everything-fails';

/** The rules in force, and a form for more. */
export function RulesPart() {
  const tenant = currentTenant.value;
  if (tenant === undefined) return <p class="empty">No tenant.</p>;
  return <Rules key={tenant.id} path={rulesPathOf(tenant.id)} />;
}

function Rules({ path }: { readonly path: string }) {
  const isFailing = rules.value.some(({ id }) => id === EVERYTHING_FAILS);
  const act = (method: string, rest: string, done: string, body?: unknown) =>
    attempt(async () => {
      await control(method, path + rest, body);
      await refreshRules();
      say(done);
    });
  const toggle = () =>
    isFailing
      ? act('DELETE', `/${EVERYTHING_FAILS}`, 'Requests are answered again')
      : act('POST', '', 'Everything fails with 529 now', {
          rules: [{ id: EVERYTHING_FAILS, on: '*', fail_always: 529 }],
        });
  return (
    <div class="split">
      <aside class="filters" aria-label="Add a rule">
        <h1>Rules</h1>
        <TenantChoice />
        <label class="switch">
          <input type="checkbox" role="switch" checked={isFailing} onChange={() => void toggle()} />
          Fail every request with 529
        </label>
        <Folded summary="New rule" isOpen={parameter(PREFILLED.on) !== ''}>
          <RuleForm onAdd={(rule) => act('POST', '', 'Rule added', { rules: [rule] })} />
        </Folded>
      </aside>
      <section class="results" aria-label="Rules in force">
        <div class="toolbar">
          <strong>
            {rules.value.length === 1
              ? '1 rule'
              : `${rules.value.length} rules, the first applies first`}
          </strong>
          <button type="button" onClick={() => void act('DELETE', '', 'Added rules removed')}>
            Remove all added
          </button>
        </div>
        {rules.value.length === 0 ? (
          <p class="empty">No rules: the gateway answers everything itself.</p>
        ) : (
          <RuleTable
            rules={rules.value}
            onRemove={(id) => act('DELETE', `/${encodeURIComponent(id)}`, 'Rule removed')}
          />
        )}
      </section>
    </div>
  );
}
