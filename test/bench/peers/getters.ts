/** One GET, its JSON read. */
export type Get = () => Promise<unknown>;

const token = 'bench';

/** How each package reads one resource, as its README has it; without repeats and limits of its own. */
export const peers: Readonly<Record<string, (base: string) => Promise<Get>>> = {
  async fetch(base) {
    const headers = { authorization: `Bearer ${token}` };
    return async () => (await fetch(`${base}/c/items/1`, { headers })).json();
  },
  async ky(base) {
    const { default: ky } = await import('ky');
    const headers = { authorization: `Bearer ${token}` };
    return () => ky.get(`${base}/c/items/1`, { headers, retry: 0 }).json();
  },
  async octokit(base) {
    const { Octokit } = await import('octokit');
    const octokit = new Octokit({
      baseUrl: base,
      auth: token,
      retry: { enabled: false },
      throttle: { enabled: false },
    });
    return () => octokit.request('GET /c/items/1');
  },
  async openai(base) {
    const { default: OpenAI } = await import('openai');
    const openai = new OpenAI({ baseURL: base, apiKey: token, maxRetries: 0 });
    return () => openai.get('/c/items/1');
  },
  async '@notionhq/client'(base) {
    const { Client } = await import('@notionhq/client');
    const notion = new Client({ auth: token, baseUrl: base });
    return () => notion.request({ path: 'c/items/1', method: 'get' });
  },
  async ketting(base) {
    const { Ketting } = await import('ketting');
    const ketting = new Ketting(base);
    let read = 0;
    // Another resource each time: it keeps what it has read, and asks once for what is asked for at the same time.
    return () => ketting.go(`${base}/c/items/${read++}`).get();
  },
  async 'fhir-kit-client'(base) {
    const { Client: Fhir } = await import('fhir-kit-client');
    const fhir = new Fhir({ baseUrl: base, bearerToken: token });
    return () => fhir.read({ resourceType: 'Patient', id: '1' });
  },
};
