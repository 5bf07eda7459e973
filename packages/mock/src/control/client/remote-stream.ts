import type { TextPhase } from '../../streams/held-stream.ts';
import type { StreamEnding } from '../../streams/endings.ts';
import type { StreamError } from '../../streams/stream-error.ts';
import type { HeldChat } from '../../chat/held-chat.ts';
import type { ControlClient } from './control-client.ts';

/** A held stream of a tenant in another process: the words of `HeldStream`. */
export interface RemoteStream {
  partial(index: number): Promise<void>;
  text(text: string, phase?: TextPhase): Promise<void>;
  complete(): Promise<void>;
  error(error?: StreamError): Promise<void>;
  end(ending: StreamEnding): Promise<void>;
}

/** A held conversation of a tenant in another process: the words of `HeldChat`. */
export type RemoteChat = Omit<HeldChat, 'request' | 'complete'> & Pick<RemoteStream, 'complete'>;

export function remoteStream(client: ControlClient, path: string): RemoteStream {
  const send = (order: object): Promise<void> => client.call('POST', path, order);
  return {
    partial: (index) => send({ partial: index }),
    text: (text, phase) => send({ text, phase }),
    ...endsOf(send),
  };
}

export function remoteChat(client: ControlClient, path: string): RemoteChat {
  const send = (order: object): Promise<void> => client.call('POST', path, order);
  return {
    text: (text) => send({ text }),
    reason: (text) => send({ text, phase: 'reasoning' }),
    refuse: (text) => send({ refuse: text }),
    async call(name) {
      await send({ call: name });
      return { args: (text) => send({ args: text }) };
    },
    ...endsOf(send),
  };
}

function endsOf(
  send: (order: object) => Promise<void>,
): Pick<RemoteStream, 'complete' | 'error' | 'end'> {
  return {
    complete: () => send({ complete: true }),
    error: (error = {}) => send({ error }),
    end: (ending) => send({ end: ending }),
  };
}
