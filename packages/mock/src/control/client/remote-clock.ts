import type { ClockMode, Duration, Moment } from '../../clock/virtual-clock.ts';
import type { ClockJson } from '../wire/clock.ts';
import { momentToJson } from './tenant-to-json.ts';
import type { ControlClient } from './control-client.ts';

/** The clock of a tenant in another process: the words of `VirtualClock`, each a promise. */
export interface RemoteClock {
  /** Milliseconds since the Unix epoch. */
  now(): Promise<number>;
  mode(): Promise<ClockMode>;
  /** Resolves with the number of answers and streams that wait for time to pass. */
  waiting(): Promise<number>;
  advance(duration: Duration): Promise<void>;
  set(moment: Moment): Promise<void>;
  freeze(): Promise<void>;
  flow(): Promise<void>;
  autoAdvance(on?: boolean): Promise<void>;
}

export function remoteClock(client: ControlClient, path: string): RemoteClock {
  const get = () => client.call<ClockJson>('GET', path);
  const change = (settings: { readonly mode?: string; readonly now?: string | number }) =>
    client.call('PATCH', path, settings);
  return {
    now: async () => Date.parse((await get()).now),
    async mode() {
      const { mode } = await get();
      return mode === 'auto_advance' ? 'autoAdvance' : mode;
    },
    waiting: async () => (await get()).waiting,
    advance: (by) => client.call('POST', `${path}/advance`, { by }),
    set: (moment) => change({ now: momentToJson(moment) }),
    freeze: () => change({ mode: 'frozen' }),
    flow: () => change({ mode: 'flowing' }),
    autoAdvance: (on = true) => change({ mode: on ? 'auto_advance' : 'frozen' }),
  };
}
