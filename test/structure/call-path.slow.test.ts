import { expect, test } from 'vitest';
import { CallGraph } from '../../scripts/call-path.ts';

const graph = new CallGraph();

test.each(['Client.update', 'Client.diary'])(
  '%s reaches `fetch` in five files, by one way down the layers',
  (method) => {
    const files = graph.filesToFetch(method);
    expect(files.slice(0, 4)).toEqual([
      'src/resources/users/client.ts',
      'src/hypermedia/resource.ts',
      'src/hypermedia/session.ts',
      'src/transport/transport.ts',
    ]);
    expect(files.length).toBeLessThanOrEqual(5);
  },
);

test('a call goes on in a module that is loaded on first use, and back by the interface of its caller', () => {
  expect(graph.filesToFetch('AccountDirectory.upsertClient')).toEqual([
    'src/resources/application/account-directory.ts',
    'src/resources/users/upsert.ts',
    'src/resources/application/account-directory.ts',
    'src/hypermedia/session.ts',
    'src/transport/transport.ts',
    'src/transport/attempt.ts',
  ]);
});
