import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DESTINATION_KINDS } from '@model-gateway/core';
import { configMembersOf, isKnownKind, isSecretMember } from '../../src/destinations/kinds.ts';

/** Contract §5.1 word for word: `!` is required, `*` is secret. */
const TABLE =
  'langfuse publicKey!* secretKey!* baseUrl · webhook url! method signingSecret* · ' +
  'otel-collector endpoint! · ' +
  'langsmith apiKey!* endpoint project workspaceId · braintrust apiKey!* projectId! baseUrl · ' +
  'datadog apiKey!* mlApp! url · posthog apiKey!* endpoint · grafana apiKey!* instanceId! baseUrl · ' +
  'newrelic licenseKey!* region · arize apiKey!* spaceKey!* modelId! baseUrl · ' +
  'opik apiKey!* workspace! projectName! · sentry dsn!* otlpEndpoint! · ' +
  'weave apiKey!* entity! project! baseUrl · clickhouse host! database! username! password!* table · ' +
  's3 bucketName! accessKeyId!* secretAccessKey!* region endpoint sessionToken* prefix pathTemplate · ' +
  'snowflake account! token!* database schema table warehouse · ramp apiKey!* baseUrl';

describe('the kinds of destination', () => {
  it('are those of contract §5.1, each with its members', () => {
    const ours = Object.entries(DESTINATION_KINDS).map(([type, members]) =>
      [
        type,
        ...Object.entries(members).map(
          ([name, { required, secret }]) => name + (required ? '!' : '') + (secret ? '*' : ''),
        ),
      ].join(' '),
    );
    assert.deepEqual(ours, TABLE.split(' · '));
  });

  it('all take headers, which are secret', () => {
    for (const type of [...Object.keys(DESTINATION_KINDS), 'homemade', 'constructor', '']) {
      assert.equal(configMembersOf(type)['headers']?.secret, true, type);
    }
  });

  it('include no others', () => {
    for (const type of ['homemade', 'Langfuse', 'constructor', '__proto__', '']) {
      assert.equal(isKnownKind(type), false, type);
    }
  });

  it('say which members are secret before their names do', () => {
    const s3 = configMembersOf('s3');
    assert.equal(isSecretMember(s3, 'accessKeyId'), true);
    assert.equal(isSecretMember(s3, 'bucketName'), false);
    assert.equal(isSecretMember(s3, 'someToken'), true);
    assert.equal(isSecretMember(s3, 'constructor'), false);
  });
});
