// workerd: each request is a task. It has no loop of its own that could end.
import { smoke } from './smoke.ts';

export default {
  async fetch(request: Request): Promise<Response> {
    return Response.json(await smoke(await request.json()));
  },
};
