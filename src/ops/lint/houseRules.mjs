/** Our own lint rules, for what no published rule covers. */
import { dirname, join, relative } from 'node:path';

const named = (node, ...names) => node?.type === 'Identifier' && names.includes(node.name);
const isMember = (node, object, property) =>
  node.type === 'MemberExpression' && named(node.object, object) && named(node.property, property);

const RANDOM_RUNS =
  'Give it `randomRuns(few)` of src/test/randomRuns.ts: one seed, which is printed, and more cases in `npm run test:long`.';

const noReexports = {
  create: (context) => ({
    ExportAllDeclaration: (node) => context.report({ node, message: 'No re-exports: import it from the file that defines it.' }),
  }),
};

/** A property test uses cases from the one seed; a test uses no other randomness. */
const seededTests = {
  create: (context) => ({
    CallExpression(node) {
      if (!isMember(node.callee, 'fc', 'assert')) return;
      const runs = node.arguments[1];
      if (!named(runs?.callee, 'randomRuns') && !named(runs, 'runs')) context.report({ node, message: RANDOM_RUNS });
    },
    MemberExpression(node) {
      if (isMember(node, 'Math', 'random')) context.report({ node, message: 'Draw from a seed, so that what fails can be run again.' });
    },
  }),
};

/** In a process that runs for months, nothing may gather on a signal that lives as long as it does. */
const noSignalAny = {
  create: (context) => ({
    MemberExpression(node) {
      if (!isMember(node, 'AbortSignal', 'any')) return;
      const message =
        'Each call leaves a reference on every signal that it is given. Listen to the signals, and stop listening afterwards.';
      context.report({ node, message });
    },
  }),
};

/** The second that a wait lasts by default is too short on a busy machine, and such a test fails once in a hundred runs. */
const patientWaits = {
  create: (context) => ({
    CallExpression(node) {
      const waits =
        isMember(node.callee, 'vi', 'waitFor') || isMember(node.callee, 'vi', 'waitUntil') || isMember(node.callee, 'expect', 'poll');
      if (waits && node.arguments.length < 2)
        context.report({ node: node.callee, message: 'Say how long to wait: PATIENT of src/test/patience.ts.' });
    },
  }),
};

const WAITS_FOR_NOBODY = 'What is true waits for nobody: read first, and pass what was read.';

/** The domain depends on no clock, randomness or environment, and waits for nothing. */
const pureDomain = {
  create: (context) => ({
    AwaitExpression: (node) => context.report({ node, message: WAITS_FOR_NOBODY }),
    MemberExpression(node) {
      if (isMember(node, 'Date', 'now')) context.report({ node, message: 'Take `now` as an argument.' });
      if (isMember(node, 'Math', 'random')) context.report({ node, message: 'Take randomness as an argument.' });
      if (named(node.object, 'process')) context.report({ node, message: 'The domain has no environment.' });
    },
    NewExpression(node) {
      if (named(node.callee, 'Date') && node.arguments.length === 0) context.report({ node, message: 'Take `now` as an argument.' });
    },
  }),
};

/** A schema that converts types would accept what its documentation forbids. */
const noCoercion = {
  create: (context) => ({
    MemberExpression(node) {
      if (named(node.property, 'coerce')) context.report({ node, message: 'A wrong type is an error that names the field.' });
    },
  }),
};

/** The names that the result of `currentGraph` is bound to. */
function namesIn(pattern) {
  if (pattern?.type === 'Identifier') return [pattern.name];
  if (pattern?.type !== 'ObjectPattern') return [];
  return pattern.properties.flatMap(({ key, value }) => (named(key, 'graph') ? namesIn(value) : []));
}

function awaitsGraph(node) {
  if (node?.type === 'MemberExpression') return awaitsGraph(node.object);
  return node?.type === 'AwaitExpression' && node.argument.type === 'CallExpression' && named(node.argument.callee, 'currentGraph');
}

/** The graph in memory is edited in place, so it must be used before the next await. */
const graphInOneGo = {
  create(context) {
    const functions = [];
    const enter = () => functions.push({ graphs: [], awaits: [], uses: [] });
    const leave = () => {
      const { graphs, awaits, uses } = functions.pop();
      for (const { names, end } of graphs) {
        const last = Math.max(...uses.filter(({ name, start }) => names.includes(name) && start > end).map(({ start }) => start));
        const between = awaits.find((node) => node.range[0] > end && node.range[1] < last);
        if (between !== undefined)
          context.report({ node: between, message: 'The graph may be edited while this waits: use it before, or get it again.' });
      }
    };
    const around = Object.fromEntries(
      ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].flatMap((type) => [
        [type, enter],
        [`${type}:exit`, leave],
      ]),
    );
    return {
      ...around,
      VariableDeclarator(node) {
        if (awaitsGraph(node.init)) functions.at(-1)?.graphs.push({ names: namesIn(node.id), end: node.range[1] });
      },
      AwaitExpression: (node) => functions.at(-1)?.awaits.push(node),
      Identifier(node) {
        for (const each of functions) each.uses.push({ name: node.name, start: node.range[0] });
      },
    };
  },
};

const KINDS = [
  'application',
  'component',
  'capability',
  'process',
  'segment',
  'hostingArea',
  'hostingZone',
  'technology',
  'dataset',
  'dependency',
];
const WRITES = /^(create|update|upsert|delete)(Many(AndReturn)?)?$/;

/** A write that the change log does not see is missing from the history and from every graph. */
const oneLandscapeWriter = {
  create: (context) => ({
    CallExpression({ callee }) {
      if (callee.type !== 'MemberExpression' || !WRITES.test(callee.property.name) || callee.object.type !== 'MemberExpression') return;
      if (named(callee.object.property, ...KINDS))
        context.report({ node: callee, message: 'A landscape is written in server/landscape alone, below changeLandscape.' });
    },
  }),
};

/** Imports of one's own folder, and of folders in it, are relative; those of others say from where by `@/`. */
const importsByPlace = {
  create: (context) => ({
    ImportDeclaration({ source }) {
      const folder = dirname(context.filename.slice(context.filename.lastIndexOf('/src/') + 1));
      if (source.value.startsWith('../') && join(folder, source.value).startsWith('src'))
        context.report({ node: source, message: 'Of another folder: say from where, by @/.' });
      else if (source.value.startsWith('@/') && !relative(folder, join('src', source.value.slice(2))).startsWith('..'))
        context.report({ node: source, message: 'Of this folder: ./ says enough.' });
    },
  }),
};

export default {
  meta: { name: 'house' },
  rules: {
    'no-reexports': noReexports,
    'seeded-tests': seededTests,
    'pure-domain': pureDomain,
    'no-coercion': noCoercion,
    'graph-in-one-go': graphInOneGo,
    'one-landscape-writer': oneLandscapeWriter,
    'no-signal-any': noSignalAny,
    'patient-waits': patientWaits,
    'imports-by-place': importsByPlace,
  },
};
