import type { Call } from '../http/call/call.js';
import { page, readBatch } from '../http/call/paging.js';
import { creationResponse, noContent, ok } from '../http/response/api-response.js';
import { collection } from '../http/response/collection.js';
import { patchResponse } from '../http/response/patch-response.js';
import { type Operation, type Route, route } from '../http/routing/route.js';
import { notAuthorized } from '../world/failure.js';
import { downloadResponse } from './download.js';
import { type Exports, exportStore, mayExport, seesPersonalData } from './exports.js';
import type { ExportJob } from './job.js';
import { readExportOptions } from './options.js';
import { jobUrl, showJob } from './show-job.js';

const allowExport = (call: Call) => mayExport(call.viewer);

/** The documentation gives 401 for another user and for another state, not 403 or 409. */
function insist(call: Call, job: ExportJob, state: boolean): void {
  if (job.creator !== call.viewer || !state) throw notAuthorized();
}

const start: Operation<Exports> = {
  allow: allowExport,
  respond(call, exports) {
    const options = readExportOptions(call, seesPersonalData(call.viewer));
    const job = exports.create(call.viewer, options);
    return creationResponse(jobUrl(call, job), showJob(call, job));
  },
};

const jobList: Operation<Exports> = {
  allow: allowExport,
  respond(call, exports) {
    const all = exports.all();
    const { items, paging } = page(call.settings, all, readBatch(call));
    const total = call.settings.totals === 'number' ? all.length : null;
    return collection(
      items.map((job) => showJob(call, job)),
      { '@paging': paging(total) },
    );
  },
};

/** The job is then `cancelled`. Its response is undocumented. */
const cancel: Operation<ExportJob> = {
  allow: allowExport,
  body: 'none',
  respond(call, job) {
    insist(call, job, job.pending);
    job.cancel();
    return patchResponse(call, () => showJob(call, job));
  },
};

/** The documentation names the link only. Here it is an action like `cancel`. */
const archive: Operation<ExportJob> = {
  allow: allowExport,
  body: 'none',
  respond(call, job) {
    insist(call, job, job.state === 'completed');
    job.archive();
    return noContent();
  },
};

const download: Operation<ExportJob> = {
  allow: allowExport,
  async respond(call, job) {
    const { output } = job;
    insist(call, job, job.state === 'completed');
    if (output === null) throw notAuthorized();
    job.downloaded.push(call.world.clock.now());
    const response = await downloadResponse(output, job.options.output_format === 'json', call.settings.exportChunked);
    return { ...response, hasEffect: true };
  },
};

const exports = (call: Call) => exportStore.of(call.world);
const job = (call: Call) => exports(call).find(call.param('jobId'));

export const exportRoutes: readonly Route[] = [
  route({ path: 'export', target: exports, methods: { POST: start } }),
  route({ path: 'export/items', target: exports, methods: { GET: jobList } }),
  route({
    path: 'export/:jobId',
    target: job,
    methods: { GET: { allow: allowExport, respond: (call, exportJob) => ok(showJob(call, exportJob)) } },
  }),
  route({ path: 'export/:jobId/cancel', target: job, methods: { POST: cancel } }),
  route({ path: 'export/:jobId/archive', target: job, methods: { POST: archive } }),
  route({ path: 'export/:jobId/download', target: job, methods: { GET: download } }),
];
