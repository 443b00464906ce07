/** Lint: strict types, small files, a pure domain. Nothing is a warning. */
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const everywhere = [{ selector: 'ExportAllDeclaration', message: 'No re-exports: import from where it stands.' }];

const seededTests = [
  {
    selector:
      "CallExpression[callee.object.name='fc'][callee.property.name='assert']:not([arguments.1.callee.name='randomRuns']):not([arguments.1.name='runs'])",
    message: 'Give it `randomRuns(few)` of src/test/randomRuns.ts: one seed, which is printed, and more cases in `npm run test:long`.',
  },
  {
    selector: "MemberExpression[object.name='Math'][property.name='random']",
    message: 'Draw from a seed, so that what fails can be run again.',
  },
];

const pureDomain = [
  { selector: "MemberExpression[object.name='Date'][property.name='now']", message: 'Take `now` as an argument.' },
  { selector: "MemberExpression[object.name='Math'][property.name='random']", message: 'Take randomness as an argument.' },
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Take `now` as an argument.' },
  { selector: "MemberExpression[object.name='process']", message: 'The domain has no environment.' },
];

export default tseslint.config(
  {
    ignores: [
      '**/node_modules/**',
      '**/.next*/**',
      'dist/**',
      'prisma/generated/**',
      'prisma/prisma.config.ts',
      'src/ops/lint/knip.config.ts',
      '**/*.mjs',
      '**/*.cjs',
      'e2e/.results/**',
      'e2e/.report/**',
    ],
  },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 100, skipBlankLines: true, skipComments: true }],
      complexity: ['error', 20],
      'no-restricted-syntax': ['error', ...everywhere],
    },
  },
  {
    files: ['src/client/**', 'src/features/**', 'src/ui/**', 'src/app/**'],
    ...reactHooks.configs.flat.recommended,
    rules: Object.fromEntries(Object.keys(reactHooks.configs.flat.recommended.rules).map((rule) => [rule, 'error'])),
  },
  { files: ['**/*.test.ts', '**/*.test.tsx'], rules: { 'no-restricted-syntax': ['error', ...everywhere, ...seededTests] } },
  { files: ['src/domain/**/*.ts'], ignores: ['**/*.test.ts'], rules: { 'no-restricted-syntax': ['error', ...pureDomain] } },
  { files: ['src/ops/**', 'src/cli/**', 'src/bench/**', 'src/test/**', 'e2e/**'], rules: { 'no-console': 'off' } },
  {
    files: ['**/*.test.ts', '**/*.test.tsx', 'e2e/**'],
    rules: { 'max-lines-per-function': 'off', 'max-lines': ['error', { max: 500, skipBlankLines: true, skipComments: true }] },
  },
  {
    files: ['src/features/**/*.tsx', 'src/ui/**/*.tsx', 'src/app/**/*.tsx'],
    rules: { 'max-lines-per-function': ['error', { max: 140, skipBlankLines: true, skipComments: true }] },
  },
);
