import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { spansOf } from '../../src/otlp/span-of.ts';
import { toObservation } from '../../src/view/observation.ts';
import { aRecord } from '../support/records.ts';

/* What a span calls the task of a model. Source: OpenTelemetry semantic conventions for gen AI. */

describe('a span names its operation after the task of the record', () => {
  for (const [task, operation, output] of [
    ['images', 'generate_content', 'image'],
    ['chat', 'chat', 'text'],
    ['embeddings', 'embeddings', undefined],
    ['rerank', 'rerank', undefined],
  ] as const) {
    it(`${task}: ${operation}`, () => {
      const { full } = toObservation(aRecord(1, { generation: { task } })) ?? assert.fail();
      const style = { shape: 'single', overlay: undefined, longestValue: undefined } as const;
      const [span] = spansOf(full, style);
      const attributes: Record<string, unknown> = Object.assign({}, ...(span?.attributes ?? []));
      assert.equal(span?.name, `${operation} ${full.metadata.model}`);
      assert.equal(attributes['gen_ai.operation.name'], operation);
      assert.equal(attributes['gen_ai.output.type'], output);
    });
  }

  it('describes the outputs that are images, and no others', () => {
    const outputs = [
      { type: 'text', bytes: 7 },
      { type: 'image', mediaType: 'image/png', bytes: 70 },
      { type: 'vectors', count: 2, dimensions: 3 },
    ] as const;
    const { full } = toObservation(aRecord(1, { generation: { outputs } })) ?? assert.fail();
    assert.deepEqual(full.metadata.images, [{ mediaType: 'image/png', bytes: 70 }]);
  });
});
