import assert from 'node:assert/strict';

/** An event of a stream of messages, as tests look at it. */
export interface MessageEvent {
  readonly type: string;
  readonly index?: number;
  readonly message?: Readonly<Record<string, unknown>> & {
    readonly usage: Readonly<Record<string, number>>;
  };
  readonly content_block?: Readonly<Record<string, unknown>>;
  readonly delta?: Readonly<Record<string, string | null>>;
  readonly usage?: Readonly<Record<string, unknown>>;
  readonly error?: Readonly<Record<string, string>>;
}

const FRAME = /^event: (\w+)\ndata: (.*)\n\n$/s;

/** Reads frames, each of which has to be an event named by its type. */
export function eventsOf(frames: readonly string[]): readonly MessageEvent[] {
  return frames.map((frame) => {
    const [, name, data = ''] = FRAME.exec(frame) ?? assert.fail(frame);
    // What the gateway sent; a wrong shape shows as a difference.
    const event = JSON.parse(data) as MessageEvent;
    assert.equal(event.type, name);
    return event;
  });
}

/** A block as clients put it together. */
export type Joined = Record<string, unknown>;

/**
 * Puts the blocks of a stream together as clients do, who take nothing for granted but the order of
 * events: blocks follow each other, numbered from 0.
 */
export function rejoin(events: readonly MessageEvent[]): readonly Joined[] {
  const blocks: Joined[] = [];
  let open: { block: Joined; json: string } | undefined;
  assert.equal(events[0]?.type, 'message_start');
  for (const { type, index, content_block: start, delta } of events) {
    switch (type) {
      case 'content_block_start':
        assert.equal(open, undefined, 'two blocks are open');
        assert.equal(index, blocks.length);
        open = { block: { ...start }, json: '' };
        break;
      case 'content_block_delta': {
        assert.ok(open && index === blocks.length && delta);
        const { block } = open;
        if (delta['type'] === 'text_delta') block['text'] = String(block['text']) + delta['text'];
        else if (delta['type'] === 'input_json_delta') open.json += delta['partial_json'];
        else if (delta['type'] === 'thinking_delta') {
          block['thinking'] = String(block['thinking']) + delta['thinking'];
        } else block['signature'] = delta['signature'];
        break;
      }
      case 'content_block_stop':
        assert.ok(open && index === blocks.length);
        if (open.json !== '') open.block['input'] = JSON.parse(open.json);
        blocks.push(open.block);
        open = undefined;
        break;
    }
  }
  assert.equal(open, undefined);
  return blocks;
}
