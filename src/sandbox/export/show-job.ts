import type { Call } from '../http/call/call.js';
import type { Json } from '../world/json.js';
import { formatInstant } from '../world/time-text.js';
import type { ExportJob } from './job.js';
import { describeJob } from './output.js';

export function jobUrl(call: Call, job: ExportJob, part = ''): string {
  return call.urls.to(`export/:jobId${part}`, { jobId: job.key });
}

/** Only the creator may act on a job, so only the creator gets links. */
function jobLinks(call: Call, job: ExportJob): Json {
  const names = job.pending ? ['cancel'] : job.state === 'completed' ? ['archive', 'download'] : [];
  return (call.viewer === job.creator ? names : []).map((name) => ({ name, url: jobUrl(call, job, `/${name}`) }));
}

const instantOrNull = (instant: Date | null): Json => (instant === null ? null : formatInstant(instant));

export function showJob(call: Call, job: ExportJob): Json {
  const { error, options, output } = job;
  return {
    '@url': jobUrl(call, job),
    '@type': call.type('export/job'),
    '@links': jobLinks(call, job),
    created: formatInstant(job.created),
    started: instantOrNull(job.started),
    completed: instantOrNull(job.completed),
    description: describeJob(job),
    state: job.state,
    user_id: job.creator.key,
    error: error === null ? null : { message: error.message, extra: error.extra.map((problem) => ({ ...problem })) },
    filename: output?.filename ?? null,
    content_type: output?.contentType ?? null,
    content_encoding: output?.contentEncoding ?? null,
    content_length: output?.length ?? 0,
    downloaded_on: job.downloaded.map(formatInstant),
    options: {
      name: options.name,
      properties: options.properties,
      filters: options.filters?.map((condition) => ({ ...condition })) ?? null,
      parameters: options.parameters?.map((condition) => ({ ...condition })) ?? null,
      combine: options.combine?.map((combine) => ({ ...combine })) ?? null,
      output_format: options.output_format,
      allow_files: options.allow_files,
    },
  };
}
