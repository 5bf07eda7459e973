import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readDockerfile } from '../../src/release/read-dockerfile.ts';

describe('a Dockerfile, read to be run without a container', () => {
  it('has its variables, commands and programs', () => {
    const text = `# A comment.
FROM node:24-slim

ARG VERSION=latest
ENV NODE_ENV=production
RUN npm install "one@\${VERSION}" \\
  && mkdir /data
USER node
WORKDIR /data
HEALTHCHECK --interval=10s \\
  CMD ["node", "-e", "1"]
ENTRYPOINT ["one"]
CMD ["serve", "--now"]
`;
    assert.deepEqual(readDockerfile(text), {
      variables: { VERSION: 'latest', NODE_ENV: 'production' },
      run: ['npm install "one@${VERSION}"  && mkdir /data'],
      workdir: '/data',
      entrypoint: ['one'],
      command: ['serve', '--now'],
      healthCheck: ['node', '-e', '1'],
    });
  });

  for (const line of ['COPY . /app', 'ENV NODE_ENV production', 'ENTRYPOINT one']) {
    it(`is refused rather than run in part: ${line}`, () => {
      assert.throws(() => readDockerfile(`FROM node:24-slim\n${line}\n`));
    });
  }
});
