/** Who may import whom: one way down, types counted. A rule says what a layer may import; everything else is refused. */
const layer = (name, from, ...allowed) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { pathNot: [from, ...allowed], dependencyTypesNot: ['npm-no-pkg'] },
});

const errors = '^src/errors(\\.ts$|/)';
/** What differs between realms and runtimes. Each entry carries its own copy. */
const runtime = '^src/runtime/';
const async = '^src/async/';
const values = '^src/values/';
const transport = '^src/transport/';
const transportTypes = '^src/transport/(request|throttle/throttle)\\.ts$';
const hypermedia = '^src/hypermedia/';
const resources = '^src/resources/';
const rows = '^src/rows/';
/** The layers of the sandbox, from the bottom. A feature may use another one: no cycle of folders is the bound. */
const sandbox = (folder) => `^src/sandbox/${folder}/`;
const world = sandbox('world');
const fields = sandbox('fields');
const http = sandbox('http');
const users = sandbox('users');
const features = sandbox('(?!(?:world|fields|http|control|api|remote|server)/)[a-z]+');
const control = sandbox('control');
const api = sandbox('api');
const remote = sandbox('remote');
const npm = (...names) => names.map((name) => `^node_modules/${name}/`);

module.exports = {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-cycle-of-folders',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src' },
      to: { circular: true },
    },
    layer('runtime-imports-nothing-of-ours', runtime),
    layer('errors-import-nothing-else', errors, runtime),
    layer('async-imports-runtime-alone', async, runtime),
    layer('values-import-zod-and-errors', values, runtime, errors, ...npm('zod')),
    layer(
      'transport-knows-no-resources',
      transport,
      async,
      runtime,
      errors,
      '^src/values/(?:options|methods|on-first-use|body-text|resolve-url)\\.ts$',
      ...npm('ky', 'p-queue'),
    ),
    layer('failures-know-no-calls', '^src/transport/failures/', runtime, errors),
    layer('hypermedia-knows-no-care', hypermedia, async, runtime, errors, values, transportTypes, ...npm('zod')),
    layer(
      'resources-know-no-transport',
      resources,
      runtime,
      async,
      errors,
      values,
      hypermedia,
      transportTypes,
      rows,
      ...npm('zod'),
    ),
    layer('rows-import-nothing-of-ours', rows, ...npm('papaparse', '@types/papaparse', '@streamparser/json')),
    layer('node-knows-only-public-types', '^src/node/', '^src/index\\.ts$', '^(node:)?[a-z_/]+$'),
    layer(
      'the-command-uses-the-package-as-users-do',
      '^src/cli(\\.ts$|/)',
      '^src/(?:index|node/index|node/behind-links|sandbox/index|conformance/index)\\.ts$',
      '^(node:)?[a-z_/]+$',
      ...npm('commander', 'string-width', 'papaparse', '@types/papaparse'),
    ),
    layer('conformance-uses-the-package-as-users-do', '^src/conformance/', '^src/index\\.ts$', '^(node:)?[a-z_/]+$'),
    layer('calendar-knows-nothing-of-the-library', '^src/calendar/', runtime, ...npm('ical.js')),
    layer(
      'redis-uses-the-library-as-users-do',
      '^src/redis/',
      runtime,
      '^src/(index|errors/printable)\\.ts$',
      ...npm('bottleneck', 'ioredis'),
    ),
    layer(
      'opentelemetry-uses-the-library-as-users-do',
      '^src/opentelemetry/',
      '^src/index\\.ts$',
      ...npm('@opentelemetry/api'),
    ),
    layer(
      'sandbox-imports-nothing-of-the-library',
      '^src/sandbox/',
      runtime,
      ...npm('hono', '@hono/node-server', 'fflate', 'msw'),
      '^(node:)?[a-z_/]+$',
    ),
    layer('the-world-of-the-sandbox-imports-nothing-above', world, runtime),
    layer('fields-of-the-sandbox-know-the-world', fields, runtime, world),
    layer('http-of-the-sandbox-knows-no-feature', http, runtime, world, fields, ...npm('hono')),
    layer('users-of-the-sandbox-know-no-other-feature', users, runtime, world, fields, http),
    layer('features-of-the-sandbox-know-no-control', features, runtime, world, fields, http, ...npm('fflate')),
    layer('control-of-the-sandbox-knows-features', control, runtime, world, fields, http, features),
    layer('api-of-the-sandbox-knows-its-control', api, runtime, world, fields, http, features, control),
    layer('remote-of-the-sandbox-knows-its-api', remote, runtime, world, http, control, api),
    layer(
      'server-of-the-sandbox-knows-its-remote',
      sandbox('server'),
      runtime,
      world,
      http,
      api,
      remote,
      ...npm('@hono/node-server'),
      '^(node:)?[a-z_/]+$',
    ),
    {
      name: 'hypermedia-and-resources-see-only-types-of-transport',
      severity: 'error',
      from: { path: [hypermedia, resources] },
      to: { path: transport, dependencyTypesNot: ['type-only', 'pre-compilation-only'] },
    },
    {
      name: 'rows-are-loaded-when-they-are-read',
      severity: 'error',
      from: { path: '^src/', pathNot: rows },
      to: { path: rows, dependencyTypesNot: ['dynamic-import'] },
    },
    {
      // The build makes of the import of `redis` one of the package by its name.
      name: 'node-brings-no-copy-of-the-library',
      severity: 'error',
      from: { path: '^src/node/' },
      to: { path: '^src/index\\.ts$', dependencyTypesNot: ['type-only', 'pre-compilation-only'] },
    },
    {
      name: 'redis-brings-no-copy-of-ioredis',
      severity: 'error',
      from: { path: '^src/redis/' },
      to: {
        path: '^node_modules/ioredis/',
        dependencyTypesNot: ['type-only', 'pre-compilation-only'],
      },
    },
    {
      name: 'tests-and-examples-use-the-public-door',
      severity: 'error',
      // The clock is the one seam that the public door does not show.
      from: { path: '^(test|examples)/', pathNot: '^test/(transport|sandbox)/|^test/support/virtual-time\\.ts$' },
      to: {
        path: '^src/',
        pathNot:
          '^src/(index|calendar/index|conformance/index|node/index|opentelemetry/index|redis/index|sandbox/index)\\.ts$',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Packages of their own, which use this one as it is built.
    exclude: { path: '^examples/(nextjs|portal)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
