/**
 * `npm run release -- prepare VERSION` writes a version everywhere; commit that. `npm run release` checks the commit, runs every suite and
 * tags it. Nothing is pushed or published.
 */
import { spawnSync } from 'node:child_process';
import { obstaclesToRelease, prepareRelease, tagRelease } from '@/ops/release/release';
import { statedVersion } from '@/ops/release/versions';

const root = process.cwd();
const today = new Date().toISOString().slice(0, 10);
const [action, version] = process.argv.slice(2).filter((word) => word !== '--');

function main(): number {
  if (action === 'prepare' && version !== undefined) {
    prepareRelease(root, version, today);
    console.log(`Everything is of ${version} now. Read the change log once more, commit, then: npm run release`);
    return 0;
  }
  if (action !== undefined && action !== '--check') {
    console.error('Usage: npm run release -- prepare VERSION     writes the version; commit that');
    console.error('       npm run release -- --check             says what stands in the way');
    console.error('       npm run release                        checks, runs npm test and npm run test:long, and tags');
    return 1;
  }
  const obstacles = obstaclesToRelease(root, today);
  for (const obstacle of obstacles) console.error(`✗ ${obstacle}.`);
  if (obstacles.length > 0) return 1;
  console.log(`✓ ${statedVersion(root)} is the same everywhere, the change log has it, and everything is committed.`);
  if (action === '--check') return 0;
  for (const script of ['test', 'test:long'])
    if (spawnSync('npm', ['run', script], { stdio: 'inherit', shell: process.platform === 'win32' }).status !== 0) {
      console.error(`✗ npm run ${script} failed: nothing was tagged.`);
      return 1;
    }
  const tag = tagRelease(root);
  console.log(`✓ Tagged ${tag}. What is left to you:
  git push origin ${tag}
  docker build -f src/ops/deploy/Dockerfile -t faultline:${statedVersion(root)} .
  helm package src/ops/deploy/helm
  npm run pack:cli -- DIRECTORY`);
  return 0;
}

try {
  process.exitCode = main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
