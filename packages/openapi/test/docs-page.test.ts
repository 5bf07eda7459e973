import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GATEWAY_OPERATIONS } from '@model-gateway/core/kit';
import { createDocsPage, createOpenApiDocument, docsPagePolicy } from '@model-gateway/openapi';

const page = createDocsPage(createOpenApiDocument(), { documentUrl: '/openapi.json' });

describe('the documentation page', () => {
  it('shows every operation and every shared schema', () => {
    for (const { id, summary } of GATEWAY_OPERATIONS.all) {
      assert.ok(page.includes(`id="${id}"`), id);
      assert.ok(page.includes(summary), summary);
    }
    for (const name of Object.keys(createOpenApiDocument().components.schemas)) {
      assert.ok(page.includes(`id="schema-${name}"`), name);
    }
  });

  it('has a target for each of its links', () => {
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id = '']) => id);
    assert.ok(targets.length > 30);
    for (const id of new Set(targets)) assert.ok(page.includes(`id="${id}"`), id);
  });

  it('explains every status that is an error, with the operations that answer so', () => {
    const rows = [...page.matchAll(/<tr id="error-(\d+)">([^]*?)<\/tr>/g)];
    const { paths } = createOpenApiDocument();
    const statuses = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ responses }) => Object.keys(responses))
      .filter((status) => Number(status) >= 400);
    assert.deepEqual(
      rows.map(([, status]) => status),
      [...new Set(statuses)].toSorted(),
    );
    const [, , conflict = ''] = rows.find(([, status]) => status === '409') ?? [];
    assert.match(conflict, /"#updateDestination"/);
    assert.doesNotMatch(conflict, /"#listModels"/);
  });

  it('has its one script under the policy for it, with tryIt', async () => {
    const document = createOpenApiDocument({ serverUrl: 'https://gateway.example/v1' });
    const scripts = [
      ...createDocsPage(document, { tryIt: true }).matchAll(/<script>([^]*?)<\/script>/g),
    ];
    assert.equal(scripts.length, 1);
    const bytes = new TextEncoder().encode(scripts[0]?.[1]);
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('base64');
    assert.match(docsPagePolicy(document), /^default-src 'none'; /);
    assert.ok(docsPagePolicy(document).includes(`script-src 'sha256-${hash}'`));
    assert.ok(docsPagePolicy(document).includes("connect-src 'self' https://gateway.example;"));
  });

  it('says what it is made of when it gets something else', () => {
    // As JavaScript allows it.
    const nothing = undefined as unknown as Parameters<typeof createDocsPage>[0];
    assert.throws(() => createDocsPage(nothing), /must be what createOpenApiDocument returns/);
  });

  it('makes no requests and runs no scripts without tryIt', () => {
    assert.doesNotMatch(page, /<(script|link|img|iframe)|@import|url\(|src=/i);
    assert.doesNotMatch(page, /href="[a-z]+:/i);
  });

  it('escapes text from options', () => {
    const title = '<script>alert("x")</script>';
    const other = createDocsPage(createOpenApiDocument({ title, serverUrl: '/"><blink>' }));
    assert.ok(!other.includes('<script'));
    assert.ok(!other.includes('<blink'));
  });
});
