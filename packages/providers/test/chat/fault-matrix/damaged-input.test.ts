import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answer, stream } from '../../scripts.ts';
import { startScriptedUpstream } from '../../scripted-upstream.ts';
import { startChatGateway } from '../../support/chat-gateway.ts';
import { textOf } from '../../support/gateway-scene.ts';
import { awsMessageWith } from '../frames.ts';
import { answered, inPieces } from './answered.ts';
import { event } from './matrix-wire.ts';
import { bytesOf, WIRES, type MatrixWire, type WireName } from './wires.ts';

/** A good answer with other bytes for each "ä", which only the input of its call has. */
function goodWith(wire: MatrixWire, bytes: readonly number[]): Buffer {
  const exchange = (given: Uint8Array) => {
    const other = Buffer.from(bytes).toString('latin1');
    return Buffer.from(
      Buffer.from(given).toString('latin1').replaceAll('\xc3\xa4', other),
      'latin1',
    );
  };
  const frames = wire.GOOD.map((frame) => bytesOf(wire, frame));
  return Buffer.concat(
    frames.map((frame) =>
      wire.isBinary === true ? awsMessageWith(frame, exchange) : exchange(frame),
    ),
  );
}

/** Row 27: a tool would run with something else than the model said. */
describe('the input of a call whose bytes are not UTF-8', () => {
  for (const wire of Object.keys(WIRES) as WireName[]) {
    it(`fails over ${wire}, in one read and in many`, async () => {
      const odd = goodWith(WIRES[wire], [0xff]);
      for (const size of [odd.byteLength, 7]) {
        const { text } = await answered(stream(inPieces(odd, size)), wire);
        assert.match(text, /"content":"Grüße ".*"finish_reason":"error".*"code":502/s);
        assert.ok(!text.includes('\ufffd'));
      }
    });

    it(`may have U+FFFD over ${wire}, where the model says that`, async () => {
      const said = goodWith(WIRES[wire], [0xef, 0xbf, 0xbd]);
      const { text } = await answered(stream([said]), wire);
      assert.match(text, /\ufffd.*"finish_reason":"tool_calls"/s);
    });
  }

  /** The answer to a client of Responses, where a byte of an item is not UTF-8. */
  const answeredWith = async (item: object, isStream: boolean) => {
    const response = { id: 'r', status: 'completed', output: [item] };
    const body = isStream ? event('response.completed', { response }) : JSON.stringify(response);
    const [before = '', after = ''] = body.split('|');
    const bytes = Buffer.concat([Buffer.from(before), Buffer.of(0xff), Buffer.from(after)]);
    const type = isStream ? 'text/event-stream' : 'application/json';
    await using upstream = await startScriptedUpstream(
      answer(200, bytes, { 'content-type': type }),
    );
    await using scene = await startChatGateway({ wire: 'openai-responses', upstream });
    return await textOf(await scene.post('/responses', { input: 'Hi', stream: isStream }));
  };

  for (const isStream of [true, false]) {
    const how = isStream ? 'streamed' : 'whole';

    it(`fails for a tool that only OpenAI’s models know, ${how}`, async () => {
      const item = { type: 'shell_call', call_id: 'x', action: { commands: ['rm |'] } };
      const text = await answeredWith(item, isStream);
      assert.match(text, /"class":"generation"/);
      assert.ok(!text.includes('\ufffd'));
    });

    it(`is what the input of a call alone has to be, and no other item, ${how}`, async () => {
      const item = { type: 'note', note: '|' };
      assert.match(await answeredWith(item, isStream), /"note":"\ufffd"/);
    });
  }

  it('fails where the answer is no stream, which is asked for once more', async () => {
    const message = { tool_calls: [{ id: 'a', function: { name: 'f', arguments: '{"a":"|"}' } }] };
    const [before = '', after = ''] = JSON.stringify({ choices: [{ message }] }).split('|');
    const body = Buffer.concat([Buffer.from(before), Buffer.of(0xff), Buffer.from(after)]);
    await using upstream = await startScriptedUpstream(
      answer(200, body, { 'content-type': 'application/json' }),
    );
    await using scene = await startChatGateway({ upstream });
    assert.equal((await scene.answer()).status, 502);
    assert.equal(upstream.requests.length, 2);
    assert.deepEqual(scene.gateway.breakers(), []);
  });
});
