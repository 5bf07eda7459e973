import type { Tenant } from '../api/types.ts';
import { CopyButton } from '../ui/copy.tsx';

/** What a key is for, or how the gateway answers it. */
const ABOUT: Readonly<Record<string, string>> = {
  inference: 'for models and images',
  management: 'for destinations, members and guardrails',
  personal: 'of a person without an organization',
  personal_management: 'of a person without an organization: member lists answer 404',
  broke: 'has no credits: what costs something answers 402',
  revoked: 'answered 401',
  disabled: 'answered 401',
  expired: 'answered 401',
};

const FAILING: ReadonlySet<string> = new Set(['broke', 'revoked', 'disabled', 'expired']);

/** The base URLs and keys of a tenant to copy; those that only test failures are folded. */
export function KeyTables({ tenant }: { readonly tenant: Tenant }) {
  const keys = Object.entries(tenant.keys);
  return (
    <>
      <h3>Base URLs and keys</h3>
      <table class="keys">
        <caption class="visually-hidden">Base URLs and keys</caption>
        <tbody>
          <CopyRow name="base URL" value={tenant.base_url} about="takes the keys below" />
          <CopyRow
            name="base URL for any key"
            value={tenant.any_key_url}
            about="takes any text as a key"
          />
          <KeyRows keys={keys.filter(([name]) => !FAILING.has(name))} />
        </tbody>
      </table>
      <details class="more">
        <summary>Keys that fail</summary>
        <table class="keys">
          <caption class="visually-hidden">Keys that fail</caption>
          <tbody>
            <KeyRows keys={keys.filter(([name]) => FAILING.has(name))} />
          </tbody>
        </table>
      </details>
    </>
  );
}

function KeyRows({ keys }: { readonly keys: readonly (readonly [string, string])[] }) {
  return (
    <>
      {keys.map(([name, key]) => (
        <CopyRow
          key={name}
          name={`${name.replaceAll('_', ' ')} key`}
          value={key}
          about={ABOUT[name]}
        />
      ))}
    </>
  );
}

function CopyRow(props: {
  readonly name: string;
  readonly value: string;
  readonly about: string | undefined;
}) {
  const { name, value, about } = props;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <code>{value}</code>
        {about !== undefined && <span class="about">{about}</span>}
      </td>
      <td>
        <CopyButton text={value} what={name} />
      </td>
    </tr>
  );
}
