import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMockGateway, startMockGateway } from '@model-gateway/mock';

/** From plain JavaScript, where no type says no. */
function untyped(options: object): never {
  // The point of these tests: options that their type does not allow.
  return options as never;
}

const refusal = (message: string) => ({ code: 'GW1107', message: `${message} [GW1107]` });

describe('an unknown option', () => {
  it('of startMockGateway is refused with the one that was meant', async () => {
    await assert.rejects(
      startMockGateway(untyped({ prot: 4010 })),
      refusal('startMockGateway has no option "prot"; did you mean "port"?'),
    );
  });

  it('of createMockGateway is refused with the one that was meant', () => {
    assert.throws(
      () => createMockGateway(untyped({ modles: 12 })),
      refusal('createMockGateway has no option "modles"; did you mean "models"?'),
    );
  });

  it('of a tenant is refused with the one that was meant', () => {
    const gateway = createMockGateway();
    assert.throws(
      () => gateway.tenant(untyped({ credit: 1 })),
      refusal('gateway.tenant() has no option "credit"; did you mean "credits"?'),
    );
  });

  it('is refused with a list of the options when none is similar', () => {
    assert.throws(() => createMockGateway(untyped({ port: 4010 })), {
      code: 'GW1107',
      message: /^createMockGateway has no option "port"; its options are apiKey, managementKey, /,
    });
  });

  it('is the id of a gateway, which only tenants take', () => {
    assert.throws(() => createMockGateway(untyped({ id: 'acme' })), { code: 'GW1107' });
    assert.equal(createMockGateway().tenant({ id: 'acme' }).id, 'acme');
  });

  it('is accepted when its value is undefined', () => {
    assert.equal(createMockGateway(untyped({ prot: undefined })).basePath, '/v1');
  });

  it('of a fork is refused, with those in which it may differ', async () => {
    const gateway = createMockGateway();
    await assert.rejects(
      gateway.fork(untyped({ credit: 1 })),
      refusal('tenant.fork() has no option "credit"; did you mean "credits"?'),
    );
    await assert.rejects(gateway.fork(untyped({ models: [] })), {
      code: 'GW1107',
      message: /^tenant\.fork\(\) has no option "models"; its options are id, apiKey, .*, from /,
    });
  });
});

describe('records that are not a list', () => {
  it('are refused by the name of their builder', () => {
    assert.throws(() => createMockGateway(untyped({ models: 'tiny' })), {
      code: 'GW1706',
      message: 'models must be a list of what model({ … }) makes, got text [GW1706]',
    });
  });
});

describe('a gateway that is closed', () => {
  it('takes no more tenants', async () => {
    const gateway = createMockGateway();
    const tenant = gateway.tenant();
    await gateway.close();
    const refused = {
      code: 'GW1109',
      message: 'the gateway is closed and takes no more tenants: make them before close() [GW1109]',
    };
    assert.throws(() => gateway.tenant(), refused);
    await assert.rejects(tenant.fork(), refused);
  });
});
