import { NotFoundError } from 'care-platform';
import { expect } from 'vitest';
import { rule } from './rule.js';
import { get } from './wire.js';

rule('EPO-1', 'links without a documented response can be followed by name, and by nothing else', async (scene) => {
  const { sandbox, care, as, raw } = scene;
  const { tokens, baseUrl, control } = sandbox;
  const friendUrl = `${baseUrl}${control.users('friend')[0]?.path}`;
  const client = await care.client({ id: 'EHR-1042' });
  const itself = await (await as(tokens.client)).client({ url: client.url });
  const friend = await (await as(tokens.friend)).friend({ url: friendUrl });
  const offered = [
    [care, 'authenticate'],
    [itself, 'logout'],
    [friend, 'logout'],
    [friend, 'favorites.items'],
    [await care.friend({ url: friendUrl }), 'account'],
    [await care.professional({ id: 'PRO-1' }), 'logout'],
  ] as const;
  for (const [resource, name] of offered) {
    expect((await raw('GET', resource.links.get(name).url)).status).toBe(404);
    await expect(resource.follow(name)).rejects.toThrow(NotFoundError);
    expect(name in resource).toBe(false);
  }
  const { '@schemas': schemas } = await get(raw, client.links.get('diary.configuration').url);
  const diary = await client.diary();
  for (const [resource, name] of [[client, 'diary.entries.schemas'] as const, [diary, 'entries.schemas'] as const]) {
    const followed = await resource.follow(name);
    expect('attribute' in followed && followed.attribute('@schemas')).toEqual(schemas);
    expect(schemas).not.toEqual([]);
  }
});
