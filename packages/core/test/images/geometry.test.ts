import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { resolveGeometry } from '../../src/images/geometry.ts';

type Shape = Parameters<typeof resolveGeometry>[0];

describe('the size rule (contract §4, §4.2)', () => {
  const allowed: readonly (readonly [string, Shape, object])[] = [
    ['nothing asks for nothing', {}, {}],
    ['auto asks for nothing', { aspect_ratio: 'auto' }, {}],
    ['a tier in size is the resolution', { size: '2K' }, { tier: '2K' }],
    ['a tier in size beside the same resolution', { size: '2K', resolution: '2K' }, { tier: '2K' }],
    [
      'a tier in size combines with a ratio',
      { size: '4K', aspect_ratio: '16:9' },
      { tier: '4K', aspectRatio: '16:9' },
    ],
    [
      'resolution and ratio',
      { resolution: '512', aspect_ratio: '19.5:9' },
      { tier: '512', aspectRatio: '19.5:9' },
    ],
    ['pixels stand alone', { size: '640x480' }, { pixels: { width: 640, height: 480 } }],
    [
      'pixels beside their ratio',
      { size: '1600x900', aspect_ratio: '16:9' },
      { pixels: { width: 1600, height: 900 } },
    ],
    [
      'pixels within 1 % of the ratio',
      { size: '1344x752', aspect_ratio: '16:9' },
      { pixels: { width: 1344, height: 752 } },
    ],
    ...(
      [
        ['101x100', '1:1'],
        ['99x100', '1:1'],
        ['1010x1000', '1:1'],
        ['202x100', '2:1'],
        ['303x200', '3:2'],
        ['404x300', '4:3'],
        ['1313x600', '19.5:9'],
      ] as const
    ).map(([size, ratio]): readonly [string, Shape, object] => {
      const [width, height] = size.split('x').map(Number);
      const shape = { size, aspect_ratio: ratio };
      return [`${size}, exactly 1 % off ${ratio}`, shape, { pixels: { width, height } }];
    }),
    [
      'size auto as if it were absent',
      { size: 'auto', resolution: '2K', aspect_ratio: '16:9' },
      { tier: '2K', aspectRatio: '16:9' },
    ],
    [
      'pixels beside the tier of the longer side',
      { size: '768x1024', resolution: '1K' },
      { pixels: { width: 768, height: 1024 } },
    ],
    ...(
      [
        ['512', 512],
        ['1K', 1024],
        ['2K', 2048],
        ['4K', 4096],
      ] as const
    ).map(([resolution, side]): readonly [string, Shape, object] => [
      `${side} pixels beside ${resolution}`,
      { size: `${side}x64`, resolution },
      { pixels: { width: side, height: 64 } },
    ]),
    [
      'auto never conflicts',
      { size: '640x480', aspect_ratio: 'auto' },
      { pixels: { width: 640, height: 480 } },
    ],
    ['the smallest side', { size: '64x64' }, { pixels: { width: 64, height: 64 } }],
    ['the largest side', { size: '8192x8192' }, { pixels: { width: 8192, height: 8192 } }],
  ];
  for (const [name, shape, expected] of allowed) {
    it(`takes: ${name}`, () => assert.deepEqual(resolveGeometry(shape), expected));
  }

  const noSize = (got: string) =>
    `size must be a tier (512, 1K, 2K, 4K) or pixels such as 1024x768, got ${got}`;
  const noSides = (got: string) => `size must have sides of 64 to 8192 pixels, got ${got}`;
  const noRatio = (ratio: string, size: string) =>
    `aspect_ratio ${ratio} does not match size ${size}`;

  const refused: readonly (readonly [string, Shape, Readonly<Record<string, string>>])[] = [
    [
      'a tier beside another resolution',
      { size: '2K', resolution: '4K' },
      { resolution: 'resolution must be 2K beside size 2K, got 4K' },
    ],
    [
      'pixels beside another ratio',
      { size: '640x480', aspect_ratio: '16:9' },
      { aspect_ratio: noRatio('16:9', '640x480') },
    ],
    ...(
      [
        ['1344x768', '16:9'],
        ['1011x1000', '1:1'],
        ['8091x8010', '1:1'],
        ['8030x7950', '1:1'],
        ['989x1000', '1:1'],
        ['98x100', '1:1'],
      ] as const
    ).map(([size, ratio]): readonly [string, Shape, Readonly<Record<string, string>>] => [
      `${size}, more than 1 % off ${ratio}`,
      { size, aspect_ratio: ratio },
      { aspect_ratio: noRatio(ratio, size) },
    ]),
    [
      'pixels beside another tier and ratio, both named',
      { size: '640x480', resolution: '1K', aspect_ratio: '1:1' },
      {
        resolution: 'resolution 1K means 1024 pixels on its longer side, but size is 640x480',
        aspect_ratio: noRatio('1:1', '640x480'),
      },
    ],
    ['a side of 63', { size: '63x64' }, { size: noSides('63x64') }],
    ['a side of 8193', { size: '64x8193' }, { size: noSides('64x8193') }],
    ['a tier in lower case', { size: '2k' }, { size: noSize('"2k"') }],
    ['an unknown tier', { size: '3K' }, { size: noSize('"3K"') }],
    ['one side', { size: '640' }, { size: noSize('640') }],
    ['a fraction', { size: '640.5x480' }, { size: noSize('"640.5x480"') }],
    ['spaces', { size: '640 x 480' }, { size: noSize('"640 x 480"') }],
    ['a leading zero', { size: '064x64' }, { size: noSize('"064x64"') }],
    ['a unit', { size: '640x480px' }, { size: noSize('"640x480px"') }],
    ['nothing at all', { size: '' }, { size: noSize('""') }],
    ['a number with a sign', { size: '+640x480' }, { size: noSize('"+640x480"') }],
    ['markup', { size: '<script>' }, { size: noSize('"<script>"') }],
  ];
  for (const [name, shape, expected] of refused) {
    it(`refuses: ${name}`, () => {
      const issues = resolveGeometry(shape);
      assert.ok('length' in issues);
      assert.deepEqual(
        Object.fromEntries(issues.map(({ path, message }) => [path, message])),
        expected,
      );
    });
  }
});
