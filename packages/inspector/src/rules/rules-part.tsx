import { useEffect, useState } from 'preact/hooks';
import { control } from '../api/control.ts';
import type { RuleState } from '../api/types.ts';
import { listed } from '../state/requests.ts';
import { currentTenant } from '../state/tenants.ts';
import { attempt, say, sayError } from '../ui/notice.tsx';
import { TenantChoice } from '../ui/tenant-choice.tsx';
import { RuleForm } from './rule-form.tsx';

/** The id of the rule behind the switch. */
const EVERYTHING_FAILS = 'inspector.everything-fails';

/** The rules in force, and a form for more. */
export function RulesPart() {
  const tenant = currentTenant.value;
  if (tenant === undefined) return <p class="empty">No tenant.</p>;
  return <Rules key={tenant.id} path={`/tenants/${encodeURIComponent(tenant.id)}/rules`} />;
}

function Rules({ path }: { readonly path: string }) {
  const [rules, setRules] = useState<readonly RuleState[]>([]);
  const look = async () => setRules(await control('GET', path));
  // A request may have used a rule.
  useEffect(() => {
    look().catch(sayError);
  }, [path, listed.value]);
  const isFailing = rules.some(({ id }) => id === EVERYTHING_FAILS);
  const act = (method: string, rest: string, done: string, body?: unknown) =>
    attempt(async () => {
      await control(method, path + rest, body);
      await look();
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
        <RuleForm onAdd={(rule) => act('POST', '', 'Rule added', { rules: [rule] })} />
      </aside>
      <section class="results" aria-label="Rules in force">
        <div class="toolbar">
          <strong>
            {rules.length === 1 ? '1 rule' : `${rules.length} rules, the first applies first`}
          </strong>
          <button type="button" onClick={() => void act('DELETE', '', 'Added rules removed')}>
            Remove all added
          </button>
        </div>
        {rules.length === 0 ? (
          <p class="empty">No rules: the gateway answers everything itself.</p>
        ) : (
          <div class="scroll" tabIndex={0} role="region" aria-label="Table of rules">
            <table>
              <thead>
                <tr>
                  <th scope="col">Rule</th>
                  <th scope="col">Hits</th>
                  <th scope="col">Left</th>
                  <th scope="col">
                    <span class="visually-hidden">Remove</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {rules.map((rule) => (
                  <RuleRow
                    key={rule.id}
                    rule={rule}
                    onRemove={() =>
                      act('DELETE', `/${encodeURIComponent(rule.id)}`, 'Rule removed')
                    }
                  />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </section>
    </div>
  );
}

function RuleRow(props: { readonly rule: RuleState; readonly onRemove: () => Promise<void> }) {
  const { rule, onRemove } = props;
  const { id, hits, remaining, added } = rule;
  return (
    <tr class={remaining === 0 ? 'used-up' : ''}>
      <th scope="row">
        <code>{id}</code>
      </th>
      <td>{hits}</td>
      <td>{remaining ?? '∞'}</td>
      <td>
        {added ? (
          <button type="button" aria-label={`Remove ${id}`} onClick={() => void onRemove()}>
            Remove
          </button>
        ) : (
          <span class="muted">initial</span>
        )}
      </td>
    </tr>
  );
}
