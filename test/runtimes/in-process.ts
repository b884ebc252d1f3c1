// Node, Bun and Deno: the task is in the first argument, the report goes to the output, and then the process ends by itself.
import { smoke } from './smoke.ts';

void smoke(JSON.parse(process.argv[2] ?? '')).then((report) => console.log(JSON.stringify(report)));
