// System, with others: drives a part of the page in a browser; smoke.test.ts is the short one.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noChromium } from '../../mock/test/browser/chromium.ts';
import { inspected } from './support/inspected.ts';

describe('the inspector of a mock with a token', { skip: noChromium }, () => {
  it('asks for the control token where the mock has one, and takes it from its address', async (t) => {
    const token = 'a-token-for-tests';
    const { page, gateway } = await inspected(t, { control: { token } });
    await page.goto(`${gateway.url}/__gateway`);
    await page.getByLabel('Control token').fill(token);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('live', { exact: true }).waitFor();
    assert.equal(gateway.inspectorURL, `${gateway.url}/__gateway#token=${token}`);
    const other = await page.context().newPage();
    await other.goto(gateway.inspectorURL);
    await other.getByText('live', { exact: true }).waitFor();
    assert.equal(other.url(), `${gateway.url}/__gateway`);
  });
});
