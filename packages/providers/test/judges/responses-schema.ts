import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';

const text = readFileSync(new URL('../schemas/openai-responses.json', import.meta.url), 'utf8');

// A message that says its type is one of two forms of the same thing there, which are told apart by
// a discriminator that JSON Schema does not know.
const document: unknown = JSON.parse(text.replaceAll('"oneOf"', '"anyOf"'));
const ajv = new Ajv2020({ strict: false, validateFormats: false });
// The file is checked in, and an object.
ajv.addSchema(document as object, 'openai');

/** Holds a value against OpenAI's own description of its Responses. */
export function judgeResponses(
  name: 'CreateResponse' | 'Response' | 'ResponseStreamEvent',
  value: unknown,
): void {
  const validate = ajv.getSchema(`openai#/$defs/${name}`);
  assert.ok(validate, `no schema ${name}`);
  if (validate(value)) return;
  // Of a union every branch complains; the deepest complaints are about the right one.
  const errors = (validate.errors ?? []).toSorted(
    (a, b) => b.instancePath.length - a.instancePath.length,
  );
  assert.fail(`${ajv.errorsText(errors.slice(0, 8))}: ${JSON.stringify(value)}`);
}
