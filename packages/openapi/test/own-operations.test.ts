import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defineOperation } from '@model-gateway/core';
import { emptyResponse } from '@model-gateway/core/http';
import { createDocsPage, createOpenApiDocument } from '@model-gateway/openapi';
import * as v from 'valibot';

/* Operations of a host's own in the document. Source: contract §1.10. */

const chat = defineOperation({
  id: 'talk',
  method: 'POST',
  path: '/chat/:model',
  tag: 'talk',
  summary: 'Chat with a model',
  permission: 'inference',
  params: v.object({ model: v.string() }),
  query: v.object({ turns: v.optional(v.number()) }),
  body: { schema: v.object({ prompt: v.string() }) },
  response: v.object({ text: v.string() }),
  events: v.object({ delta: v.string() }),
  handle: async () => emptyResponse(204),
});

const document = createOpenApiDocument({ operations: [chat] });
const described = document.paths['/chat/{model}']?.['post'];

describe('an operation of your own in the OpenAPI document', () => {
  it('is marked as such, and those of the contract are not', () => {
    assert.equal(described?.['x-own-operation'], true);
    assert.equal(document.paths['/models']?.['get']?.['x-own-operation'], undefined);
  });

  it('has its parameters, body, answers, errors and permission', () => {
    assert.deepEqual(
      described?.parameters?.map((parameter) => `${parameter.in} ${parameter.name}`),
      ['path model', 'query turns'],
    );
    assert.deepEqual(Object.keys(described?.responses ?? {}), [
      '200',
      '400',
      '401',
      '403',
      '413',
      '431',
      '500',
      '503',
    ]);
    const { content = {} } = described?.responses['200'] ?? {};
    assert.deepEqual(Object.keys(content), ['application/json', 'text/event-stream']);
    assert.equal(described?.description, 'Only inference keys may call this.');
    assert.equal(described?.['x-permission'], 'inference');
  });

  it('has its tag in the list', () => {
    assert.ok(document.tags.some((tag) => tag.name === 'talk' && tag.description === undefined));
  });

  it('is on the page', () => {
    assert.match(createDocsPage(document), /Chat with a model/);
  });

  it('changes nothing without one', () => {
    assert.deepEqual(createOpenApiDocument({ operations: [] }), createOpenApiDocument());
  });
});
