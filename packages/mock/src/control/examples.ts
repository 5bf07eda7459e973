import type { RequestJson } from './wire/request.ts';
import type { RuleStateJson } from './wire/rule.ts';
import type { TenantJson } from './wire/tenant.ts';

/** Examples in the interface's description. */
export const TENANT: TenantJson = {
  id: 'checkout',
  base_url: 'http://127.0.0.1:4010/v1',
  any_key_url: 'http://127.0.0.1:4010/t/checkout/v1',
  api_key: 'mg-v1-fCcUJnqBEvhFMl7Wpk9qIO1rT0yXN2aS4dG6hL8zQwErTyUi',
  management_key: 'mg-mgmt-v1-wPqZ4Vd9XyTfB1nM7cK3hJ6gR8sL0aE2uIoYtQxCvBnMkLjH',
  keys: { inference: 'mg-v1-fCcUJnqBEvhFMl7Wpk9qIO1rT0yXN2aS4dG6hL8zQwErTyUi' },
  credits: '5',
};

export const RULE = { on: 'createImage', fail: { status: 529, times: 2 } };

export const RULE_STATE: RuleStateJson = { id: 'createImage.fail-529', hits: 1, remaining: 1 };

export const REQUEST: RequestJson = {
  number: 1,
  operation: 'createImage',
  method: 'POST',
  path: '/v1/images',
  query: {},
  headers: { 'content-type': 'application/json' },
  body: { model: 'acme/paint-1', prompt: 'red panda' },
  unknown: [],
  adjusted: [],
  at: '2026-08-01T12:00:00.000Z',
  answered_by: ['createImage.fail-529'],
  status: 529,
  duration_ms: 0,
  stream: null,
};
