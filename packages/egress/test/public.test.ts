import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeAddress, judgeUrl } from '@model-gateway/egress';

describe('what passes', () => {
  // Nothing of this is connected to.
  const urls = [
    'http://example.com',
    'https://example.com/',
    'https://EXAMPLE.com:8443/a/b?c=d#e',
    'https://example.com./',
    'https://images.example.co.uk/cat.png',
    'https://bücher.example/',
    'https://xn--bcher-kva.example/',
    'https://localhost.example.com/',
    'https://notlocalhost.com/',
    'https://internal.example.com/',
    'https://local.dev/',
    'https://127.0.0.1.nip.io/',
    'https://10.example.com/',
    'https://a.b.c.d.e.f.example.org/',
    'https://under_score.example.com/',
    'http://93.184.216.34/',
    'http://0x5db8d822/',
    'http://8.8.8.8:8080/',
    'http://1.1/',
    'http://9.255.255.255/',
    'http://11.0.0.0/',
    'http://100.63.255.255/',
    'http://100.128.0.0/',
    'http://126.255.255.255/',
    'http://128.0.0.0/',
    'http://168.63.129.15/',
    'http://168.63.129.17/',
    'http://169.253.255.255/',
    'http://169.255.0.0/',
    'http://172.15.255.255/',
    'http://172.32.0.0/',
    'http://192.167.255.255/',
    'http://192.169.0.0/',
    'http://192.0.1.0/',
    'http://198.17.255.255/',
    'http://198.20.0.0/',
    'http://223.255.255.255/',
    'http://[2606:4700:4700::1111]/',
    'http://[2001:4860:4860::8888]:8080/',
    'http://[2a00:1450:4001:81b::200e]/',
    'http://[2001:200::1]/',
    'http://[2003::1]/',
    'http://[::ffff:8.8.8.8]/',
    'http://[64:ff9b::8.8.8.8]/',
  ];
  for (const url of urls) {
    it(url, () => {
      const verdict = judgeUrl(url);
      assert.ok(verdict.ok, verdict.ok ? '' : verdict.message);
    });
  }
});

describe('judgeAddress', () => {
  const table = [
    ['8.8.8.8', 'public'],
    ['0.0.0.0', 'unspecified'],
    ['127.8.8.8', 'loopback'],
    ['172.20.0.1', 'private'],
    ['169.254.1.1', 'link-local'],
    ['100.100.100.200', 'carrier-grade NAT'],
    ['168.63.129.16', 'cloud metadata'],
    ['239.0.0.1', 'multicast'],
    ['255.255.255.255', 'broadcast'],
    ['203.0.113.7', 'reserved'],
    ['2606:4700::1', 'public'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::ffff:10.1.2.3', 'private'],
    ['64:ff9b::a9fe:a9fe', 'link-local'],
    ['fd00::1', 'private'],
    ['fec0::1', 'private'],
    ['fe80::1%eth0', 'link-local'],
    ['ff02::1', 'multicast'],
    ['2002:808:808::1', 'tunnel'],
    ['2001::1', 'tunnel'],
    ['::808:808', 'reserved'],
    ['2001:db8::1', 'reserved'],
    // Only the notation that a lookup answers with is an address here.
    ['127.1', 'invalid'],
    ['0x7f000001', 'invalid'],
    ['[::1]', 'invalid'],
    ['localhost', 'invalid'],
    ['', 'invalid'],
  ] as const;
  for (const [address, kind] of table) {
    it(`${address} is ${kind}`, () => assert.equal(judgeAddress(address), kind));
  }
});
