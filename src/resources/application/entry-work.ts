// One lazy module for what few programs ask of the entry point.
export { Download } from '../../hypermedia/download.js';
export { openFile } from '../exports/open-file.js';
export { sendRaw } from '../raw-request.js';
export { restore } from '../restore.js';
