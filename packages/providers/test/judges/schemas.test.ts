import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createGuardedHttpClient } from '@model-gateway/egress';
import type { FakeRequest } from '@model-gateway/providers/testing';
import { runJob } from '../support/run-job.ts';
import { SkippingClock } from '../support/skipping-clock.ts';
import { aJob } from '../support/subject.ts';
import { SUBJECTS } from '../support/providers.ts';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly allOf?: readonly Schema[];
}

/** The provider's own description of its requests, reduced to what is needed here. */
function readSchemas(file: string) {
  const url = new URL(`../schemas/${file}.json`, import.meta.url);
  // The files are checked in; each has definitions by name.
  const document = JSON.parse(readFileSync(url, 'utf8')) as { $defs: Record<string, Schema> };
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, file);
  const propertiesOf = ({ $ref, properties = {}, allOf = [] }: Schema): readonly string[] => [
    ...Object.keys(properties),
    ...($ref === undefined ? [] : propertiesOf(document.$defs[$ref.replace('#/$defs/', '')] ?? {})),
    ...allOf.flatMap(propertiesOf),
  ];
  return {
    check(name: string, value: object): void {
      const validate = ajv.getSchema(`${file}#/$defs/${name}`);
      assert.ok(validate, `no schema ${name}`);
      assert.ok(validate(value), `${ajv.errorsText(validate.errors)}: ${JSON.stringify(value)}`);
      // Schemas allow unknown members; the providers do not.
      const known = propertiesOf(document.$defs[name] ?? {});
      for (const member of Object.keys(value)) assert.ok(known.includes(member), `sent ${member}`);
    },
  };
}

/** Returns the members of a request; files of a form become lists of texts. */
async function membersOf(request: FakeRequest): Promise<object> {
  if (!request.headers['content-type']?.startsWith('multipart/')) return request.json();
  const members: Record<string, unknown> = {};
  for (const [key, value] of await request.form()) {
    const name = key.replace(/\[\]$/, '');
    if (typeof value !== 'string') members[name] = [members[name] ?? []].flat().concat('file');
    else members[name] = /^\d+$/.test(value) ? Number(value) : value === 'true' || value;
  }
  return members;
}

for (const [name, { schema, start, create, model, jobs }] of Object.entries(SUBJECTS)) {
  if (schema === undefined) continue;
  describe(`requests to ${name}, judged by its own schema`, () => {
    const schemas = readSchemas(schema.file);
    for (const job of jobs) {
      const { references = [], ...rest } = job;
      it(`${JSON.stringify(rest)} with ${references.length} references`, async () => {
        await using fake = await start();
        await using http = createGuardedHttpClient({ allow: () => true });
        const { baseUrl, apiKey } = fake;
        const clock = new SkippingClock();
        const provider = create({ baseUrl, apiKey, http, clock, random: () => 0.5 });
        await runJob(provider, aJob(job.model ?? model, job));
        const [first] = fake.requests.filter(({ stage }) => stage === 'submit');
        assert.ok(first);
        schemas.check(schema.of(first.request), await membersOf(first.request));
      });
    }
  });
}
