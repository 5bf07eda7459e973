import assert from 'node:assert/strict';

/** An event of a stream. */
export interface Event {
  readonly type: string;
  readonly sequence_number: number;
  readonly output_index?: number;
  readonly item?: Item;
  readonly item_id?: string;
  readonly delta?: string;
  readonly text?: string;
  readonly refusal?: string;
  readonly arguments?: string;
  readonly input?: string;
  readonly response?: Response;
}

/** An item of the output. */
export type Item = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly type: string;
};

/** A response, of which tests look at these members. */
export type Response = Readonly<Record<string, unknown>> & {
  readonly status: string;
  readonly output: readonly Item[];
};

/** Reads frames as events; each has to be named by its type and numbered. */
export function eventsOf(frames: readonly string[]): readonly Event[] {
  const lines = frames.join('').split('\n\n').slice(0, -1);
  return lines
    .filter((line) => !line.startsWith(':'))
    .map((line, position) => {
      const [, name, data = ''] = /^event: (\S+)\ndata: (.*)$/s.exec(line) ?? [];
      // Printed by the writer under test; a wrong shape shows as a difference.
      const event = JSON.parse(data) as Event;
      assert.equal(event.type, name);
      assert.equal(event.sequence_number, position);
      return event;
    });
}

/** The suffix of events that add to an item or one of its parts, and of those that end it. */
const PAIRS = /^response\.(.+)\.(added|delta|done)$/;

/**
 * Puts the events of a stream together as clients do, and returns the last response. What was added
 * has to be done, texts have to be the sum of their deltas, and the response has to hold the items.
 */
export function rejoin(frames: readonly string[]): Response {
  const events = eventsOf(frames);
  const [created, running] = events;
  assert.deepEqual([created?.type, running?.type], ['response.created', 'response.in_progress']);
  const open = new Set<string>();
  const texts = new Map<string, string>();
  const items: Item[] = [];
  for (const event of events) {
    const [, name = '', step] = PAIRS.exec(event.type) ?? [];
    const place = `${event.output_index} ${name}`;
    if (step === 'added' && name !== 'output_text.annotation') {
      assert.ok(!open.has(place), `${place} twice`);
      open.add(place);
    } else if (step === 'delta') {
      assert.notEqual(event.delta, '');
      texts.set(place, (texts.get(place) ?? '') + (event.delta ?? ''));
    } else if (step === 'done') {
      const whole = event.text ?? event.refusal ?? event.arguments ?? event.input;
      if (whole !== undefined) assert.equal(whole, texts.get(place) ?? '', event.type);
      else assert.ok(open.delete(place), `${event.type} of what was not added`);
    }
    if (event.type === 'response.output_item.done' && event.item !== undefined) {
      items[event.output_index ?? -1] = event.item;
    }
  }
  const last = events.at(-1)?.response;
  assert.ok(last !== undefined);
  if (last.status !== 'failed') {
    assert.deepEqual([...open], []);
    assert.deepEqual(last.output, items);
  }
  return last;
}
