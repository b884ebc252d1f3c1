import { createSandbox } from 'care-platform/sandbox';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.doUnmock('msw');
});

test('an msw that is too old is named as such', async () => {
  vi.doMock('msw', () => ({ rest: {}, http: undefined, HttpResponse: undefined }));
  await expect(createSandbox().handlers()).rejects.toThrow('needs msw 2 or later');
});
