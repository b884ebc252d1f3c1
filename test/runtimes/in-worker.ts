// workerd: each request is a task. It has no loop of its own that could end.
import { reads, smoke } from './smoke.ts';

export default {
  async fetch(request: Request): Promise<Response> {
    const run = new URL(request.url).pathname === '/reads' ? reads : smoke;
    return Response.json(await run(await request.json()));
  },
};
