import { invalidRequest } from '@model-gateway/core';
import type { HeldCall, HeldChat } from '../chat/held-chat.ts';
import type { HeldStream } from '../streams/held-stream.ts';
import type { StreamOrderJson } from './wire/stream.ts';

/** What a test in another process can send on a held stream, by the member that says so. */
export type StreamOrders = {
  readonly [Name in Exclude<keyof StreamOrderJson, 'phase'>]?: (
    value: NonNullable<StreamOrderJson[Name]>,
    order: StreamOrderJson,
  ) => Promise<unknown>;
};

/** The orders of an image. */
export function imageOrders(stream: HeldStream): StreamOrders {
  return {
    partial: (index) => stream.partial(index),
    text: (text, { phase }) => stream.text(text, phase),
    ...endOrders(stream),
  };
}

/** The orders of a conversation; arguments are those of the call that began last. */
export function chatOrders(stream: HeldChat): StreamOrders {
  let call: HeldCall | undefined;
  return {
    text: (text, { phase }) => (phase === 'reasoning' ? stream.reason(text) : stream.text(text)),
    reason: (text) => stream.reason(text),
    refuse: (text) => stream.refuse(text),
    async call(begun) {
      if (typeof begun === 'string') return void (call = await stream.call(begun));
      const { name, args } = begun;
      call = await stream.call(name);
      await call.args(typeof args === 'string' ? args : JSON.stringify(args));
    },
    async args(text) {
      if (call === undefined) throw invalid('args are those of a call: begin one with call');
      await call.args(text);
    },
    ...endOrders(stream),
  };
}

function endOrders(stream: Pick<HeldStream, 'complete' | 'error' | 'end'>): StreamOrders {
  return {
    complete: () => stream.complete(),
    error: (error) => stream.error(error),
    end: (ending) => stream.end(ending),
  };
}

/** Carries out the one order that is given. Throws a 400 for none, several, and another stream's. */
export async function carryOut(orders: StreamOrders, order: StreamOrderJson): Promise<void> {
  const { phase: _phase, ...members } = order;
  const given = Object.keys(members);
  const [name = ''] = given;
  // The order is as its schema says, and each of its members is the argument of its own function.
  const deed = Object.hasOwn(orders, name) ? orders[name as keyof StreamOrders] : undefined;
  if (given.length !== 1 || deed === undefined) {
    const names = Object.keys(orders).join(', ');
    throw invalid(`expected one of ${names}, got ${given.join(' and ') || 'none'}`);
  }
  await deed(members[name as keyof typeof members] as never, order);
}

function invalid(message: string): Error {
  return invalidRequest([{ path: 'body', message }]);
}
