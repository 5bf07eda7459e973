import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ImageEvent, ImageFormat } from '@model-gateway/core';
import { anEndpoint, anImageGateway, aProvider, draw, jsonOf, PNG } from './image-builders.ts';
import { classesOf } from './provider-scripts.ts';

/* A provider may return only what its endpoint lists, and SVG only to a request for it: an SVG may
   hold a script. Source: contract §4.4. */

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

const PICTURES = {
  png: PNG,
  jpeg: latin1('\u00ff\u00d8\u00ff\u00e0 a picture \u00ff\u00d9'),
  webp: latin1('RIFF\u0008\u0000\u0000\u0000WEBPVP8 '),
  gif: latin1('GIF89a a picture'),
  svg: latin1('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  'svg behind a declaration': latin1('<?xml version="1.0"?><!-- --><svg><script/></svg>'),
} as const;

interface Case {
  readonly lists: readonly ImageFormat[];
  readonly asks?: ImageFormat;
  readonly returns: keyof typeof PICTURES;
  readonly isTaken: boolean;
}

const CASES: readonly Case[] = [
  { lists: ['png', 'jpeg', 'webp'], asks: 'png', returns: 'png', isTaken: true },
  { lists: ['png', 'jpeg', 'webp'], asks: 'png', returns: 'jpeg', isTaken: true },
  { lists: ['png', 'jpeg', 'webp'], returns: 'webp', isTaken: true },
  { lists: ['png', 'jpeg', 'webp'], asks: 'png', returns: 'svg', isTaken: false },
  { lists: ['png', 'jpeg', 'webp'], returns: 'svg', isTaken: false },
  { lists: ['png'], returns: 'svg behind a declaration', isTaken: false },
  { lists: ['png'], returns: 'jpeg', isTaken: false },
  { lists: ['png', 'jpeg', 'webp'], returns: 'gif', isTaken: false },
  { lists: ['svg'], asks: 'svg', returns: 'svg', isTaken: true },
  { lists: ['svg'], returns: 'svg', isTaken: true },
  { lists: ['svg'], returns: 'png', isTaken: false },
  { lists: ['png', 'svg'], asks: 'svg', returns: 'svg', isTaken: true },
  { lists: ['png', 'svg'], asks: 'svg', returns: 'png', isTaken: true },
  { lists: ['png', 'svg'], asks: 'png', returns: 'svg', isTaken: false },
  { lists: ['svg', 'png'], asks: 'png', returns: 'svg', isTaken: false },
];

describe('a picture', () => {
  for (const { lists, asks, returns, isTaken } of CASES) {
    for (const type of ['image', 'partial'] as const) {
      const request = asks === undefined ? 'no format' : asks;
      it(`${returns} (${type}) is ${isTaken ? 'taken' : 'refused'} where ${lists.join(', ')} are listed and ${request} is asked for`, async () => {
        const picture = (name: keyof typeof PICTURES) =>
          ({
            index: 0,
            data: { encoding: 'bytes', bytes: PICTURES[name] },
            mediaType: 'image/png',
          }) as const;
        const script = async function* (): AsyncGenerator<ImageEvent> {
          if (type === 'partial') yield { type, ...picture(returns) };
          yield { type: 'image', ...picture(type === 'image' ? returns : (lists[0] ?? 'png')) };
          yield { type: 'done' };
        };
        const provider = aProvider('one', script, anEndpoint({ formats: lists }));
        const body = asks === undefined ? {} : { output_format: asks };
        const response = await draw(anImageGateway([provider]).gateway, body);
        assert.equal(response.status, isTaken ? 200 : 502);
        if (isTaken) assert.equal(jsonOf(response).data?.length, 1);
        else assert.deepEqual(classesOf(response), ['malformed']);
      });
    }
  }
});
