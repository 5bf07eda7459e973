import type { ChatEndpoint, ChatProvider } from '../../ports/chat-provider.ts';
import type { Provider } from '../../ports/provider.ts';

/** A provider's endpoint for a model. */
export interface ServingEndpoint {
  readonly provider: Provider;
  readonly model: string;
  readonly chat: ChatProvider;
  readonly endpoint: ChatEndpoint;
}

/** Returns the endpoints that continue conversations with a model, in the order of the providers. */
export function endpointsOf(
  model: string,
  providers: Iterable<Provider>,
): readonly ServingEndpoint[] {
  return [...providers].flatMap((provider) => {
    const { chat } = provider;
    const endpoint = chat?.endpoint(model);
    return chat === undefined || endpoint === undefined
      ? []
      : [{ provider, model, chat, endpoint }];
  });
}
