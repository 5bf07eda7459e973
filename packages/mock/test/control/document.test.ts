import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { createMockGateway } from '@model-gateway/mock';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createControlDocument } from '../../src/control/interface/control-document.ts';
import { CONTROL_ROUTES } from '../../src/control/routes/index.ts';
import { control } from './control-call.ts';
import { GOLDEN_FILE, goldenText } from './golden-document.ts';

const document = createControlDocument();
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

describe('the description of the control interface', () => {
  it('is the document in fixtures/control-openapi.json', async () => {
    const isUpToDate = (await readFile(GOLDEN_FILE, 'utf8')) === goldenText();
    assert.ok(
      isUpToDate,
      'fixtures/control-openapi.json is out of date: run "npx -y pnpm@12 golden-openapi" and read ' +
        'its diff, which is what changes for clients.',
    );
  });

  it('is served by the interface', async () => {
    const gateway = createMockGateway({ control: true });
    const { status, value } = await control(gateway, 'GET /openapi.json');
    assert.equal(status, 200);
    assert.deepEqual(value, document);
  });

  it('has every route, each under a unique name', () => {
    assert.deepEqual(
      operations.map(({ operationId }) => operationId).toSorted(),
      CONTROL_ROUTES.map(({ id }) => id).toSorted(),
    );
    assert.equal(new Set(CONTROL_ROUTES.map(({ id }) => id)).size, CONTROL_ROUTES.length);
  });

  it('documents a 404 for every route that names a tenant', () => {
    for (const { path, errors, id } of CONTROL_ROUTES) {
      assert.equal(path.includes(':tenant'), errors.includes('notFound'), id);
    }
  });

  it('documents the 431 that any request may get', () => {
    for (const { operationId, responses } of operations) assert.ok(responses['431'], operationId);
  });

  it('has examples that satisfy their schemas', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    ajv.addSchema(document, 'openapi');
    for (const { operationId, requestBody, responses } of operations) {
      for (const [place, part] of Object.entries({ body: requestBody, ...responses })) {
        for (const { schema, example } of Object.values(part?.content ?? {})) {
          if (example === undefined) continue;
          // A reference is resolved against the document that it was written for.
          const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/'));
          const isValid = ajv.compile(absolute);
          assert.ok(isValid(example), `${operationId} ${place}: ${ajv.errorsText(isValid.errors)}`);
        }
      }
    }
  });
});
