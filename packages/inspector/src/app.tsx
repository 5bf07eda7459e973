import type { ComponentChildren } from 'preact';
import { isTokenNeeded, setToken } from './api/token.ts';
import { DestinationsPart } from './destinations/destinations-part.tsx';
import { ChatsPart } from './chats/chats-part.tsx';
import { ModelsPart } from './models/models-part.tsx';
import { RequestsPart } from './requests/requests-part.tsx';
import { EverythingFails } from './rules/everything-fails.tsx';
import { RulesPart } from './rules/rules-part.tsx';
import { linkTo, part, PARTS, type Part } from './state/address.ts';
import { isConnected, listed } from './state/requests.ts';
import { StudioPart } from './studio/studio-part.tsx';
import { TenantsPart } from './tenants/tenants-part.tsx';
import { Notices } from './ui/notice.tsx';
import { follow } from './ui/part-link.tsx';

const VIEWS: Readonly<Record<Part, () => ComponentChildren>> = {
  requests: () => <RequestsPart />,
  chats: () => <ChatsPart />,
  models: () => <ModelsPart />,
  studio: () => <StudioPart />,
  tenants: () => <TenantsPart />,
  rules: () => <RulesPart />,
  destinations: () => <DestinationsPart />,
};

/** The whole page. */
export function App() {
  if (isTokenNeeded.value) return <TokenForm />;
  return (
    <>
      <header class="top">
        <a class="brand" href={linkTo('requests')} onClick={(event) => follow(event, 'requests')}>
          Model Gateway <span>mock</span>
        </a>
        <nav aria-label="Parts">
          {PARTS.map((each) => (
            <a
              key={each}
              href={linkTo(each)}
              aria-current={part.value === each ? 'page' : undefined}
              onClick={(event) => follow(event, each)}
            >
              {each}
              {each === 'requests' && listed.value.length > 0 && (
                <span class="badge">{listed.value.length}</span>
              )}
            </a>
          ))}
        </nav>
        <span class={isConnected.value ? 'live on' : 'live'} role="status">
          {isConnected.value ? 'live' : 'not connected'}
        </span>
      </header>
      <EverythingFails />
      <main>{VIEWS[part.value]()}</main>
      <Notices />
    </>
  );
}

function TokenForm() {
  return (
    <main class="token">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const given = new FormData(event.currentTarget).get('token');
          // The feed tries again, and asks for the tenants.
          if (typeof given === 'string' && given !== '') setToken(given);
        }}
      >
        <h1>This mock needs its control token</h1>
        <p>
          It was printed when the mock started; the printed address of the inspector has it already.
        </p>
        <label class="field">
          <span>Control token</span>
          <input name="token" type="password" autocomplete="off" required />
        </label>
        <button type="submit" class="primary">
          Open
        </button>
      </form>
    </main>
  );
}
