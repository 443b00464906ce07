/** Which room may import which, floor by floor. Every rule is an error; src/ARCHITECTURE.md explains them. */
const test = '\\.test\\.tsx?$';
const only = (name, folder, allowed, comment, more = {}) => ({
  name,
  comment,
  severity: 'error',
  from: { path: folder, pathNot: test },
  to: { pathNot: allowed, ...more },
});
const orNode = { dependencyTypesNot: ['core'] };
const never = (name, from, to, comment) => ({ name, comment, severity: 'error', from, to });

/** The rooms of the server from the ground up: each may import the rooms before it, none the rooms behind it. */
const ROOMS = [
  'db',
  'observability',
  'fairness',
  'workers',
  'wake',
  'shards',
  'limits',
  'lists',
  'events',
  'landscape',
  'graphs',
  'impact',
  'weakPoints',
  'health',
  'scenarios',
  'picture',
  'history',
  'manifest',
  'register',
  'overview',
  'views',
  'sharing',
  'feed',
  'webhooks',
  'auth',
  'procedures',
];
const roomOrder = ROOMS.slice(0, -1).map((room, index) =>
  never(
    `room-${room}`,
    { path: `^src/server/${room}/`, pathNot: test },
    // The log knows no room, so every room may write to it.
    { path: `^src/server/(${ROOMS.slice(index + 1).join('|')})/`, pathNot: '^src/server/observability/log\\.ts$' },
    'The rooms of the server have an order.',
  ),
);

const logBelowAll = never(
  'log-below-all-rooms',
  { path: '^src/server/observability/log\\.ts$' },
  { path: `^src/server/(${ROOMS.join('|')})/` },
  'Every room of the server writes to the log, so it may import none.',
);

/** The layers of the engine from the ground up: a folder may import those of lower layers, and never one of its own layer or above. */
const ENGINE = [['arrays'], ['spread'], ['landscape'], ['questions'], ['impactPicture', 'weakPoints']];
const engineOrder = ENGINE.flatMap((layer, index) =>
  layer.map((folder) =>
    never(
      `engine-${folder}`,
      { path: `^src/domain/graph/${folder}/`, pathNot: test },
      {
        path: `^src/domain/graph/(${ENGINE.slice(index)
          .flat()
          .filter((other) => other !== folder)
          .join('|')})/`,
      },
      'The folders of the engine stand in layers.',
    ),
  ),
);

/** Questions are all that others ask of the engine; views are all that they read. */
const ENGINE_IS_PUBLIC = '^src/domain/graph/(questions/|impactPicture/|weakPoints/|landscape/views\\.ts$)';
/** What fills and edits a graph, and gives each question its own scratch arrays; only those who keep graphs need it. */
const ENGINE_IS_FILLED_BY = '^src/domain/graph/(arrays/landscapeFacts|landscape/(graphBuilder|graphEdits|copyLandscape|ownScratch))\\.ts$';
const GRAPH_KEEPERS = ['^src/server/graphs/', '^src/domain/manifest/impactLandscape\\.ts$'];
const insideEngine = ['^src/domain/graph/', '^src/(test|lab)/', test];

module.exports = {
  forbidden: [
    never('no-circles', {}, { circular: true }, 'Modules that need each other, types included, are one module.'),
    never('no-unresolved', {}, { couldNotResolve: true }, 'An import that cannot be found.'),
    never('no-undeclared-package', {}, { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] }, 'A package that package.json does not name.'),
    only('plain-is-a-leaf', '^src/plain/', ['^src/plain/'], 'What every room may import imports nothing.'),
    only('domain-is-pure', '^src/domain/', ['^src/(domain|plain)/'], 'What is true needs no package, no clock and no I/O.'),
    only(
      'contract-is-shared',
      '^src/contract/',
      ['^src/(domain|contract|plain)/', '^node_modules/(zod|yaml)/'],
      'Browser, CLI and server read the same contract.',
    ),
    never(
      'browser-loads-no-schema',
      {
        path: '^src/(client|features|ui|canvas)/',
        pathNot: [
          test,
          '^src/features/inventory/formIssues\\.ts$',
          '^src/features/manifest/checkWorker\\.ts$',
          '^src/client/(?:manifest|tables)/(?:observe|compare|import|table)Worker\\.ts$',
        ],
      },
      {
        path: ['^node_modules/zod/', '^src/contract/(?!values/|manifest/|etag\\.ts|bodyLimits\\.ts)'],
        dependencyTypesNot: ['type-only'],
      },
      'Schemas are 40 kB of script on every page: the browser reads values from contract/values, and of the rest of the contract types alone.',
    ),
    never(
      'server-knows-no-door',
      { path: '^src/server/', pathNot: ['^src/server/procedures/', test] },
      { path: ['^node_modules/(next|react|react-dom|@trpc)/', '^src/(doors|app|cli|client|features|ui|ops|server/procedures)/'] },
      'Use cases know neither HTTP, tRPC nor Next.',
    ),
    never(
      'across-tenants-is-listed',
      {
        path: '^src/',
        pathNot: [
          '^src/server/db/',
          '^src/server/auth/',
          '^src/server/health/claimWork\\.ts$',
          '^src/server/events/eventHeads\\.ts$',
          '^src/server/sharing/findLink\\.ts$',
          '^src/server/webhooks/claimLane\\.ts$',
          '^src/server/housekeeping\\.ts$',
          '^src/server/observability/',
          '^src/ops/',
          '^src/lab/',
          '^src/test/',
          test,
        ],
      },
      { path: '^src/server/db/database\\.ts$', dependencyTypesNot: ['type-only'] },
      'The whole list of code that can see across tenants.',
    ),
    never(
      'procedures-only-pick-and-pass',
      { path: '^src/server/procedures/', pathNot: test },
      {
        path: [
          '^src/server/db/(?!databaseErrors\\.ts$)',
          '^prisma/',
          '^node_modules/(pg|@prisma)/',
          '^src/(doors|app|cli|client|features|ui|ops)/',
        ],
      },
      'Procedures hold no logic and see no database.',
    ),
    only(
      'doors-go-through-procedures',
      '^src/doors/',
      [
        '^src/doors/',
        '^src/server/(procedures|observability|fairness)/',
        '^src/server/env\\.ts$',
        '^src/(contract|domain|plain)/',
        '^node_modules/',
      ],
      'A door reaches the work by procedures alone.',
      orNode,
    ),
    never(
      'doors-stand-alone',
      { path: '^src/doors/(rest|mcp|browser)/', pathNot: test },
      { path: '^src/doors/', pathNot: ['^src/doors/$1/', '^src/doors/http/'] },
      'What doors share belongs in doors/http.',
    ),
    never(
      'http-knows-no-door',
      { path: '^src/doors/http/', pathNot: test },
      { path: '^src/doors/', pathNot: '^src/doors/http/' },
      'The HTTP server is handed its doors.',
    ),
    logBelowAll,
    ...roomOrder,
    ...engineOrder,
    never(
      'engine-has-one-interface',
      { path: '^src/', pathNot: [...insideEngine, ...GRAPH_KEEPERS] },
      { path: '^src/domain/graph/', pathNot: ENGINE_IS_PUBLIC },
      'Others ask the questions of the engine and read its views; its arrays are its own.',
    ),
    never(
      'graphs-are-filled-by-their-keepers',
      { path: GRAPH_KEEPERS, pathNot: test },
      { path: '^src/domain/graph/', pathNot: [ENGINE_IS_PUBLIC, ENGINE_IS_FILLED_BY] },
      'Keepers of graphs build, edit and copy them, and read no arrays either.',
    ),
    only(
      'sources-read-bytes',
      '^src/sources/',
      ['^src/(sources|contract|domain|plain)/', '^node_modules/(yaml|zod|csv-parse|fflate|fast-xml-parser)/'],
      "Readers of other tools' files get bytes and text: they open nothing, and need no package that is not named here.",
    ),
    only(
      'cli-talks-rest',
      '^src/cli/',
      ['^src/(cli|sources|contract|domain|plain)/', '^node_modules/'],
      'The command line is a client like any other.',
      orNode,
    ),
    never(
      'browser-sees-no-server',
      { path: '^src/(client|features|ui|canvas)/', pathNot: test },
      { path: '^src/(server|ops|doors|cli)/', dependencyTypesNot: ['type-only'] },
      'Nothing of the server is bundled for the browser.',
    ),
    never(
      'features-stand-alone',
      { path: '^src/features/([^/]+)/', pathNot: test },
      { path: '^src/features/', pathNot: '^src/features/$1/' },
      'One feature never imports another.',
    ),
    never(
      'ui-knows-no-product',
      { path: '^src/ui/', pathNot: test },
      { path: '^src/', pathNot: '^src/(ui|plain)/' },
      'Parts that know nothing of the product.',
    ),
    never(
      'ops-is-the-start',
      { path: '^src/', pathNot: ['^src/(ops|test|lab)/', test] },
      { path: '^src/ops/' },
      'The product never imports what starts it.',
    ),
    never(
      'canvas-knows-no-product',
      { path: '^src/canvas/', pathNot: test },
      { path: '^src/', pathNot: '^src/(canvas|ui|plain)/' },
      'How a picture is drawn does not depend on what it shows.',
    ),
    never(
      'cytoscape-has-one-room',
      { path: '^src/', pathNot: '^src/canvas/draw/' },
      { path: '^node_modules/(@types/)?cytoscape/' },
      'Only the canvas knows what draws it, types included.',
    ),
    never(
      'guides-stand-apart',
      { path: '^src/', pathNot: ['^src/guides/', test] },
      { path: '^src/guides/' },
      'A guide tries the product; nothing of the product needs it.',
    ),
    never(
      'measuring-stands-apart',
      { path: '^src/', pathNot: ['^src/(test|lab|ops)/', test] },
      { path: '^src/lab/' },
      'Benchmarks and cases of real files try the product; nothing of the product needs them.',
    ),
    never('app-is-the-end', { path: '^src/', pathNot: ['^src/app/', test] }, { path: '^src/app/' }, 'Next wiring is imported by nobody.'),
    never(
      'no-tests-in-product',
      { path: '^src/', pathNot: [test, '^src/(test|lab|ops)/'] },
      { path: ['^src/test/', test] },
      'Test support is for tests.',
    ),
  ],
  options: {
    doNotFollow: { path: ['node_modules', 'prisma/generated'] },
    exclude: {
      path: ['^\\.next', '^dist', '^prisma/generated/internal', '^src/integrations/backstage/', '^src/test/documentJudges/.*\\.mts$'],
    },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.d.ts', '.json'],
    },
    progress: { type: 'none' },
  },
};
