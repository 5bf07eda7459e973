import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ERRORS } from '@model-gateway/core';
import { GATEWAY_OPERATIONS } from '@model-gateway/core/kit';
import {
  createOpenApiDocument,
  type MediaTypeObject,
  type OperationObject,
} from '@model-gateway/openapi';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';

const document = createOpenApiDocument();

function operation(id: string, from = document): OperationObject {
  const all = Object.values(from.paths).flatMap((methods) => Object.values(methods));
  const found = all.find(({ operationId }) => operationId === id);
  assert.ok(found, id);
  return found;
}

function parameter(id: string, name: string) {
  const found = operation(id).parameters?.find((one) => one.name === name);
  assert.ok(found, name);
  return found;
}

describe('the OpenAPI document', () => {
  it('is plain JSON of version 1.0.0 in OpenAPI 3.1.0', () => {
    assert.deepEqual(JSON.parse(JSON.stringify(document)), document);
    assert.equal(document.openapi, '3.1.0');
    assert.equal(document.info.version, '1.0.0');
  });

  it('has every operation in the order of the contract', () => {
    const lines = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const known = GATEWAY_OPERATIONS.all.map(
      ({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    );
    assert.deepEqual(lines, known);
  });

  it('describes every parameter', () => {
    for (const { id } of GATEWAY_OPERATIONS.all) {
      for (const { name, description } of operation(id).parameters ?? []) {
        assert.ok(description, `${id} ${name}`);
      }
    }
  });

  for (const { id, errors, query } of GATEWAY_OPERATIONS.all) {
    it(`has the parameters and errors of ${id}`, () => {
      const { parameters = [], responses } = operation(id);
      assert.deepEqual(
        parameters.filter((one) => one.in === 'query').map(({ name }) => name),
        Object.keys(query.entries),
      );
      assert.deepEqual(
        Object.keys(responses).filter((status) => Number(status) >= 400),
        [...new Set([...errors.map((name) => ERRORS[name].status), 431])].map(String).toSorted(),
      );
    });
  }

  it('has defaults and bounds', () => {
    const { schema } = parameter('listModels', 'limit');
    assert.deepEqual(schema, { type: 'integer', minimum: 1, maximum: 1000, default: 500 });
    assert.deepEqual(parameter('listMembers', 'limit').schema, {
      type: 'integer',
      minimum: 1,
      maximum: 100,
      default: 50,
    });
    assert.deepEqual(parameter('listMembers', 'offset').schema, {
      type: ['integer', 'null'],
      minimum: 0,
      default: 0,
    });
  });

  it('describes a list as one comma-separated parameter', () => {
    const { style, explode, schema } = parameter('listModels', 'providers');
    assert.deepEqual(
      { style, explode, schema },
      {
        style: 'form',
        explode: false,
        schema: { type: 'array', items: { type: 'string' } },
      },
    );
  });

  it('gives the maximum length of q without a pattern', () => {
    assert.deepEqual(parameter('listModels', 'q').schema, { type: 'string', maxLength: 200 });
  });

  it('has the other media types of answers', () => {
    const types = (id: string) => Object.keys(operation(id).responses['200']?.content ?? {});
    assert.deepEqual(types('listModels'), ['application/json', 'application/rss+xml']);
    assert.deepEqual(types('createImage'), ['application/json', 'text/event-stream']);
    assert.equal(operation('listModels').responses['304']?.content, undefined);
  });

  it('describes every member of every shared schema of answers', () => {
    const bare = Object.entries(document.components.schemas).flatMap(([name, { properties }]) =>
      Object.entries(properties ?? {})
        .filter(([, member]) => typeof member === 'object' && !member.$ref && !member.anyOf)
        .filter(([, member]) => typeof member === 'object' && member.description === undefined)
        .map(([member]) => `${name}.${member}`),
    );
    assert.deepEqual(bare, []);
  });

  it('takes server, title, permissions and the public catalog from options', () => {
    const other = createOpenApiDocument({
      serverUrl: 'https://gateway.test/api/v1',
      title: 'Acme gateway',
      permissions: { createImage: 'any' },
      publicCatalog: true,
    });
    assert.equal(other.servers[0]?.url, 'https://gateway.test/api/v1');
    assert.equal(other.info.title, 'Acme gateway');
    assert.equal(operation('createImage', other)['x-permission'], 'any');
    assert.deepEqual(operation('listModels', other).security, [{ bearer: [] }, {}]);
    assert.deepEqual(operation('getModel', other).security, [{ bearer: [] }, {}]);
    assert.equal(operation('listUserModels', other).security, undefined);
    assert.equal(operation('listModels').security, undefined);
  });
});

describe('the examples of the document', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajvFormats.default(ajv);
  ajv.addSchema(document, 'openapi');

  function media(operationId: string): [string, MediaTypeObject][] {
    const { requestBody, responses } = operation(operationId);
    const contents = Object.entries({ request: requestBody, ...responses });
    return contents.flatMap(([place, part]) =>
      Object.entries(part?.content ?? {}).map(([type, one]): [string, MediaTypeObject] => [
        `${place} ${type}`,
        one,
      ]),
    );
  }

  for (const { id } of GATEWAY_OPERATIONS.all) {
    it(`of ${id} exist and are valid`, () => {
      for (const [place, { schema, example, examples = {} }] of media(id)) {
        const named = Object.values(examples).map(({ $ref }) => {
          const name = $ref.replace('#/components/examples/', '');
          return document.components.examples[name]?.value;
        });
        const values = [example, ...named].filter((value) => value !== undefined);
        assert.notEqual(values.length, 0, `${place} has no example`);
        // A reference is resolved against the document that it was written for.
        const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/'));
        const isValid = ajv.compile(absolute);
        for (const value of values) {
          assert.ok(isValid(value), `${place}: ${ajv.errorsText(isValid.errors)}`);
        }
      }
    });
  }
});
