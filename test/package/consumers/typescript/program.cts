import care = require('care-platform');
import calendars = require('care-platform/calendar');
import node = require('care-platform/node');
import sandboxes = require('care-platform/sandbox');

async function main(): Promise<void> {
  const sandbox = sandboxes.createSandbox({ clients: 7 });
  const options: care.ConnectOptions = {
    baseUrl: sandbox.baseUrl,
    token: sandbox.tokens.apiUser,
    fetch: sandbox.fetch,
  };
  const application: care.Application = await care.connect(options);

  let clients = 0;
  for await (const user of application.clients({ limit: 3 })) if (user instanceof care.Client) clients++;

  const client = await application.client({ id: 'EHR-1042' });
  const data: care.ClientData = client.data;
  const calendar: calendars.Calendar = calendars.parseCalendar(await client.calendar());
  const failure: unknown = await application.client({ id: 'nobody' }).catch((error: unknown) => error);
  const status = care.isCareError(failure, 'NotFoundError') ? failure.status : undefined;

  console.log(JSON.stringify({ id: data.id, clients, calendar: calendar.todos.length > 0, status }));
}

const save = async (job: care.ExportJob) => node.saveDownload(await job.download(), 'exports/');
// @ts-expect-error A misspelt field is refused.
const misspelt = (data: care.ClientData) => data.frist_name;

void main();
export = { save, misspelt };
