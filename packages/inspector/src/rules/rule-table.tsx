import { useLayoutEffect, useRef } from 'preact/hooks';
import type { RuleState } from '../api/types.ts';
import { parameter } from '../state/address.ts';
import { answerText, FIXTURES, whereTexts } from './rule-texts.ts';

/** The rules in force: what each is for, what it does, and how often it still will. */
export function RuleTable(props: {
  readonly rules: readonly RuleState[];
  readonly onRemove: (id: string) => Promise<void>;
}) {
  const { rules, onRemove } = props;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Table of rules">
      <table class="rules">
        <thead>
          <tr>
            <th scope="col">Rule</th>
            <th scope="col">For</th>
            <th scope="col">Answer</th>
            <th scope="col">Hits</th>
            <th scope="col">Uses left</th>
            <th scope="col">
              <span class="visually-hidden">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rules.map((rule) => (
            <RuleRow key={rule.id} rule={rule} onRemove={() => onRemove(rule.id)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RuleRow(props: { readonly rule: RuleState; readonly onRemove: () => Promise<void> }) {
  const { rule, onRemove } = props;
  const { id, on, hits, remaining, added } = rule;
  const isChosen = parameter('rule') === id;
  const row = useRef<HTMLTableRowElement>(null);
  useLayoutEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'center' });
  }, [isChosen]);
  return (
    <tr
      ref={row}
      class={remaining === 0 ? 'used-up' : ''}
      aria-current={isChosen ? 'true' : undefined}
    >
      <th scope="row">
        <code>{id}</code>
      </th>
      <td data-label="For">
        {on === null ? <span class="muted">{ownTarget(id)}</span> : nameOf(on)}
        {whereTexts(rule).map((text) => (
          <code key={text} class="where">
            {text}
          </code>
        ))}
      </td>
      <td data-label="Answer">{answerText(rule)}</td>
      <td data-label="Hits">{hits}</td>
      <td data-label="Uses left">{remaining === 0 ? 'used up' : (remaining ?? 'no limit')}</td>
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

/** What a rule is for that reads each request itself. */
function ownTarget(id: string): string {
  return id === FIXTURES ? 'requests like those in the fixtures' : 'requests that its code chooses';
}

function nameOf(target: string): string {
  return target === '*' ? 'every request' : target;
}
