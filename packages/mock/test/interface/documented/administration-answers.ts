import { describe, it } from 'node:test';
import type { MockKeyName } from '@model-gateway/mock';
import { answerOf, type Sent } from '../answers.ts';
import { aFailingGateway, MANAGEMENT } from '../failing-gateway.ts';
import { broken, get, isAsDocumented, mock, withKey } from './documented-answers.ts';

/** Any of the mock's world. */
const list = await answerOf(mock.handle, get('/observability/destinations?limit=1'));
const destination: string = JSON.parse(list.text).data[0].id;

export const LISTS = [
  ['listDestinations', '/observability/destinations'],
  ['listMembers', '/organization/members'],
  ['listGuardrailAssignments', '/guardrails/assignments/members'],
] as const;

export const patch = (body: unknown, key: MockKeyName = 'management', id = destination): Sent => ({
  ...get(`/observability/destinations/${id}`, key),
  method: 'PATCH',
  body,
});

/** Tests the answers about destinations, members and guardrails. */
export function describeAdministrationAnswers(): void {
  for (const [operationId, path] of LISTS) {
    describe(`answers to GET ${path} are as documented`, () => {
      it('whole', () => isAsDocumented(operationId, 200, get(`${path}?limit=100`)));

      it('past the end', () => isAsDocumented(operationId, 200, get(`${path}?offset=100000`)));

      it('with a bad parameter', () => isAsDocumented(operationId, 400, get(`${path}?limit=101`)));

      it('with an inference key', () => isAsDocumented(operationId, 403, get(path, 'inference')));

      it('when the store fails', async () => {
        const gateway = await aFailingGateway({
          stores: {
            destinations: { list: broken, get: broken, replace: broken },
            members: { list: broken },
            assignments: { list: broken },
          },
        });
        await isAsDocumented(operationId, 500, withKey(get(path), MANAGEMENT), gateway);
      });
    });
  }

  describe('answers to PATCH /observability/destinations/{id} are as documented', () => {
    it('with a change', () =>
      isAsDocumented('updateDestination', 200, patch({ enabled: false, filter_rules: null })));

    it('with nothing to change', () => isAsDocumented('updateDestination', 200, patch({})));

    it('with a read-only member', () =>
      isAsDocumented('updateDestination', 400, patch({ type: 'webhook' })));

    it('with an inference key', () =>
      isAsDocumented('updateDestination', 403, patch({}, 'inference')));

    it('with an unknown id', () => {
      const id = '00000000-0000-4000-8000-00000000dead';
      return isAsDocumented('updateDestination', 404, patch({}, 'management', id));
    });

    it('with a stale entity tag', () => {
      const sent = patch({ name: 'Other' });
      const headers = { ...sent.headers, 'if-match': '"stale"' };
      return isAsDocumented('updateDestination', 409, { ...sent, headers });
    });

    it('with a body past the limit', async () => {
      const gateway = await aFailingGateway({ maxBodyBytes: 10 });
      const sent = withKey(patch({ name: 'A longer name' }), MANAGEMENT);
      await isAsDocumented('updateDestination', 413, sent, gateway);
    });

    it('when the store fails', async () => {
      const gateway = await aFailingGateway({
        stores: { destinations: { list: broken, get: broken, replace: broken } },
      });
      await isAsDocumented('updateDestination', 500, withKey(patch({}), MANAGEMENT), gateway);
    });
  });
}
