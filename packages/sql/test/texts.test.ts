import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openStores } from '@model-gateway/sql';
import { collect } from './support/collect.ts';
import { describeOnEach } from './support/databases.ts';

/** Texts that databases, drivers and hand-written statements get wrong. */
const TEXTS: readonly string[] = [
  "'; drop table mg_members; --",
  '"; drop table mg_members; --',
  "' or '1' = '1",
  '\\',
  "\\'",
  '$1',
  '?',
  ':name',
  '@name',
  '%',
  '_',
  'mg%',
  '`x`',
  "E'\\x00'",
  '\u0001\u001f\u007f',
  '\r\n\t',
  ' padded ',
  '',
  'null',
  'Grüße Ĳ ſtraße ﬁ',
  'Ελληνικά Кириллица Հայերեն ქართული',
  'עברית العربية فارسی ܣܘܪܝܝܐ',
  'हिन्दी বাংলা தமிழ் తెలుగు ಕನ್ನಡ മലയാളം සිංහල',
  'ไทย ລາວ မြန်မာ ខ្មែរ བོད་ཡིག',
  '简体 繁體 日本語 かな 한국어 ᠮᠣᠩᠭᠣᠯ',
  'አማርኛ ⵜⵉⴼⵉⵏⴰⵖ ᏣᎳᎩ ᐃᓄᒃᑎᑐᑦ',
  '𐎀𐎁 𓀀 𝔘𝔫𝔦 👩‍👩‍👧‍👦 🇪🇺',
  'e\u0301 \u202eback\u202c \u200b\ufeff\ufffd\uffff',
];

const UNPRINTABLE = /[\p{Cc}\u202e]/u;

describeOnEach('texts', (newDatabase) => {
  it('of every script and with every character of SQL come back as they were', async (t) => {
    const { admin, stores, ledger, close } = await openStores(await newDatabase());
    t.after(close);
    for (const [i, text] of TEXTS.entries()) {
      const member = { id: text, email: text, first_name: text, last_name: text, role: text };
      // An import takes names that a new member may not have.
      await admin.members.import([{ organizationId: text, member }]);
      const page = await stores.members.list({ organizationId: text, offset: 0, limit: 10 });
      assert.deepEqual(page, { items: [member], totalCount: 1 }, text);

      const { destination } = await admin.destinations.create({
        accountId: text,
        workspaceId: `10000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
        name: UNPRINTABLE.test(text) ? 'Sink' : text,
        type: `type ${text}`,
        config: { [text]: text, apiKey: text },
      });
      const found = await stores.destinations.get(destination.id);
      assert.deepEqual(found?.item, { destination, accountId: text }, text);

      if (text === '') continue;
      await admin.accounts.create({ id: text, credits: '1' });
      assert.ok(await ledger.reserve(text, '1'), text);
      await admin.accounts.grant(text, '1', text);
      const notes = (await collect(admin.accounts.movements(text))).map(({ note }) => note);
      assert.deepEqual(notes, ['opening balance', text]);
    }
  });

  it('with NUL or half a surrogate pair are refused by name when they are written', async (t) => {
    const { admin, close } = await openStores(await newDatabase());
    t.after(close);
    for (const text of ['a\0b', '\ud83d', '\udc3c x']) {
      const member = { id: 'a', email: 'a', first_name: text, last_name: 'a', role: 'a' };
      await assert.rejects(admin.members.create('org_1', member), /^TypeError: first_name holds/);
      await assert.rejects(admin.accounts.create({ id: text }), /^TypeError: id holds/);
      const workspace = { accountId: 'org_1', name: text };
      await assert.rejects(admin.workspaces.create(workspace), /^TypeError: name holds/);
    }
  });

  it('with NUL or half a surrogate pair find nothing', async (t) => {
    const { admin, stores, ledger, close } = await openStores(await newDatabase());
    t.after(close);
    for (const text of ['\0', 'a\0', '\ud83d']) {
      const page = { offset: 0, limit: 1 };
      const none = { items: [], totalCount: 0 };
      assert.equal(await stores.keys.findByHash(text), undefined);
      assert.equal(await stores.destinations.get(text), undefined);
      assert.equal(await stores.members.list({ ...page, organizationId: text }), undefined);
      assert.deepEqual(await stores.assignments.list({ ...page, organizationId: text }), none);
      assert.deepEqual(
        await stores.destinations.list({ ...page, accountId: text, workspaceId: text }),
        none,
      );
      assert.equal(await ledger.reserve(text, '1'), undefined);
      assert.equal(await admin.accounts.show(text), undefined);
      assert.equal(await admin.keys.show(text), undefined);
    }
  });

  it('inside JSON may have NUL, and half a surrogate pair', async (t) => {
    const { admin, stores, close } = await openStores(await newDatabase());
    t.after(close);
    const config = { note: 'a\0b \ud83d', list: ['\udc3c'] };
    const { destination } = await admin.destinations.create({
      accountId: 'org_1',
      workspaceId: '10000000-0000-4000-8000-000000000001',
      name: 'Sink',
      type: 'homemade',
      config,
    });
    const found = await stores.destinations.get(destination.id);
    assert.deepEqual(found?.item.destination.config, config);
  });

  it('with control characters are no names of what is new', async (t) => {
    const { admin, close } = await openStores(await newDatabase());
    t.after(close);
    const workspaceId = '10000000-0000-4000-8000-000000000001';
    for (const text of ['a\nb', '\u001b[31mred', 'a\u009bb', 'a\u202eb', 'a\u2028b', 'a\u2066b']) {
      const member = { id: 'ada', email: 'a@b', first_name: 'Ada', last_name: 'L', role: 'admin' };
      const config = { url: 'https://hooks.example/in' };
      const sink = { accountId: 'org_1', workspaceId, type: 'webhook', config };
      for (const refused of [
        admin.keys.create({ label: text, userId: 'ada', workspaceId }),
        admin.workspaces.create({ accountId: 'org_1', name: text }),
        admin.members.create('org_1', { ...member, last_name: text }),
        admin.destinations.create({ ...sink, name: text }),
      ]) {
        await assert.rejects(
          refused,
          /^AdministrationError: (label|name|last_name) holds the control character U\+/,
        );
      }
    }
    await admin.workspaces.create({ accountId: 'org_1', name: 'Grüße 日本語 👩‍👩‍👧 שלום نام‌ها' });
  });
});
