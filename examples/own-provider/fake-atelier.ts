import { defineFake, image, json, tinyImageBytes } from '@model-gateway/providers/testing';

/** A fake of the atelier, for tests: paintings are wet at the first look and dry at the second. */
export const startFakeAtelier = defineFake({
  basePath: '/v1',
  keyOf: ({ headers }) => headers['authorization']?.replace('Bearer ', ''),
  unauthorized: json({ message: 'Who are you?' }, 401),
  notFound: json({ message: 'Not here.' }, 404),
  routes(origin) {
    let looks = 0;
    return [
      {
        stage: 'submit',
        method: 'POST',
        path: /^\/v1\/commissions$/,
        answer: () => json({ easel: 'e1' }, 201),
      },
      {
        stage: 'poll',
        method: 'GET',
        path: /^\/v1\/easels\/e1$/,
        answer: () =>
          looks++ % 2 === 0
            ? json({ state: 'wet' })
            : json({ state: 'dry', rack: `${origin}/rack/e1.png` }),
      },
      {
        stage: 'cancel',
        method: 'DELETE',
        path: /^\/v1\/easels\/e1$/,
        answer: () => json({ state: 'washed' }),
      },
      {
        stage: 'download',
        method: 'GET',
        path: /^\/rack\/e1\.png$/,
        isPublic: true,
        answer: () => image(tinyImageBytes('png'), 'image/png'),
      },
    ];
  },
});
