import type { TextPhase } from '../../streams/held-stream.ts';
import type { StreamEnding } from '../../streams/endings.ts';
import type { StreamError } from '../../streams/stream-error.ts';
import type { ControlClient } from './control-client.ts';

/** A held stream of a tenant in another process: the words of `HeldStream`. */
export interface RemoteStream {
  partial(index: number): Promise<void>;
  text(text: string, phase?: TextPhase): Promise<void>;
  complete(): Promise<void>;
  error(error?: StreamError): Promise<void>;
  end(ending: StreamEnding): Promise<void>;
}

export function remoteStream(client: ControlClient, path: string): RemoteStream {
  const send = (order: object) => client.call('POST', path, order);
  return {
    partial: (index) => send({ partial: index }),
    text: (text, phase) => send({ text, phase }),
    complete: () => send({ complete: true }),
    error: (error = {}) => send({ error }),
    end: (ending) => send({ end: ending }),
  };
}
