import { useState } from 'preact/hooks';
import { control } from '../api/control.ts';
import type { Conversation } from '../api/types.ts';
import { parameter, setParameters } from '../state/address.ts';
import { currentTenant } from '../state/tenants.ts';
import { TenantChoice } from '../ui/tenant-choice.tsx';
import { useAfterRequests } from '../ui/use-after-requests.ts';
import { ByHand } from './by-hand.tsx';
import { dollars } from './dollars.ts';
import { Thread } from './thread.tsx';

/** The conversations of a tenant, and one of them in full. */
export function ChatsPart() {
  const tenant = currentTenant.value;
  if (tenant === undefined) return <p class="empty">No tenant.</p>;
  return <Chats key={tenant.id} tenant={tenant.id} />;
}

function Chats({ tenant }: { readonly tenant: string }) {
  const [conversations, setConversations] = useState<readonly Conversation[]>([]);
  const path = `/tenants/${encodeURIComponent(tenant)}`;
  useAfterRequests(async () => {
    setConversations(await control<readonly Conversation[]>('GET', `${path}/threads`));
  }, tenant);
  const newest = conversations.toReversed();
  const named = newest.find(({ requests }) => String(requests[0]) === parameter('chat'));
  const chosen = named ?? newest[0];
  return (
    <div class="split">
      <aside class="filters" aria-label="Conversations">
        <h1>Chats</h1>
        <TenantChoice />
        <ByHand tenant={tenant} path={path} />
        <ul class="choose">
          {newest.map((conversation) => (
            <li key={conversation.requests[0]}>
              <button
                type="button"
                aria-current={conversation === chosen}
                onClick={() => setParameters({ chat: String(conversation.requests[0]) })}
              >
                <span>
                  {conversation.first.slice(0, MOST_CHARACTERS) || '(no text)'}
                  {conversation.problems.length > 0 && <span class="cross"> ✗</span>}
                  <span class="about">
                    {conversation.turns} {conversation.turns === 1 ? 'turn' : 'turns'},{' '}
                    {conversation.usage.input + conversation.usage.output} tokens,{' '}
                    {dollars(conversation.cost)}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </aside>
      <section class="results" aria-label="Conversation">
        {chosen === undefined ? (
          <p class="empty">
            No conversations yet. Requests that go on with each other appear here as one.
          </p>
        ) : (
          <Thread key={chosen.requests[0]} tenant={tenant} path={path} conversation={chosen} />
        )}
      </section>
    </div>
  );
}

const MOST_CHARACTERS = 100;
