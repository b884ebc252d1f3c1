import type { Application, ExportFormat } from 'care-platform';

/** What a data officer does: exports, read row by row and as files. */
export async function officersDay(care: Application) {
  const rows: Record<string, number> = {};
  for (const output_format of ['csv', 'json'] satisfies ExportFormat[]) {
    const job = await (await care.startExport({ name: 'client', output_format })).waitForCompletion({ interval: 100 });
    rows[output_format] = 0;
    for await (const row of job.rows()) rows[output_format] += Object.keys(row).length > 0 ? 1 : 0;
    rows[`${output_format} bytes`] = (await (await job.download()).blob()).size;
  }
  return rows;
}
