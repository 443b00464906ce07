/** Lint rules of our own, for what no published rule says. */

const named = (node, ...names) => node?.type === 'Identifier' && names.includes(node.name);
const isMember = (node, object, property) =>
  node.type === 'MemberExpression' && named(node.object, object) && named(node.property, property);

const RANDOM_RUNS =
  'Give it `randomRuns(few)` of src/test/randomRuns.ts: one seed, which is printed, and more cases in `npm run test:long`.';

const noReexports = {
  create: (context) => ({
    ExportAllDeclaration: (node) => context.report({ node, message: 'No re-exports: import from where it stands.' }),
  }),
};

/** A property is tried on cases from the one seed, and a test draws nothing else at random. */
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

/** What is true depends on no clock, no chance and no environment. */
const pureDomain = {
  create: (context) => ({
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

export default {
  meta: { name: 'house' },
  rules: { 'no-reexports': noReexports, 'seeded-tests': seededTests, 'pure-domain': pureDomain },
};
