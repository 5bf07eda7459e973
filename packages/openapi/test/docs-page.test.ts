import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OPERATIONS } from '@model-gateway/core';
import { createDocsPage, createOpenApiDocument } from '@model-gateway/openapi';

const page = createDocsPage(createOpenApiDocument(), { documentUrl: '/openapi.json' });

describe('the documentation page', () => {
  it('shows every operation and every shared schema', () => {
    for (const { id, summary } of OPERATIONS) {
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

  it('makes no requests and runs no scripts', () => {
    assert.doesNotMatch(page, /<(script|link|img|iframe)|@import|url\(|src=/i);
    assert.doesNotMatch(page, /href="[a-z]+:/i);
  });

  it('escapes text from options', () => {
    const title = '<script>alert("x")</script>';
    const other = createDocsPage(createOpenApiDocument({ title, serverUrl: '/"><b>' }));
    assert.ok(!other.includes('<script'));
    assert.ok(!other.includes('"><b>'));
  });
});
