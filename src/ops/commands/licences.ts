/**
 * `npm run licences`: prints which packages are installed under which licence, which ones do not allow distribution, and known
 * vulnerabilities if the registry reports them. Exits with 1 if there are any.
 */
import { spawnSync } from 'node:child_process';
import { licenceFindings, lockedPackages, takenLicences } from '@/ops/build/licences';
import { bareCountOf } from '@/plain/counts';
import { jsonOrNull } from '@/plain/jsonOrNull';
import { grouped } from '@/plain/grouped';

const packages = lockedPackages(process.cwd());
const byLicence = grouped(packages, ({ licence }) => licence ?? 'not said');
for (const [licence, of] of [...byLicence].sort(([, a], [, b]) => b.length - a.length)) {
  const shipped = of.filter(({ isShipped }) => isShipped);
  const few = of.length <= 12 ? `  ${[...new Set(of.map(({ name }) => name))].join(', ')}` : '';
  console.log(`${String(of.length).padStart(5)} ${licence}, ${shipped.length} of them shipped${few}`);
}
console.log('\nBeyond permissive licences we take:');
for (const line of takenLicences()) console.log(`  ${line}`);

const findings = licenceFindings(packages);
console.log(`\n${bareCountOf(packages.length, 'package')}, ${bareCountOf(findings.length, 'finding')}`);
for (const finding of findings) console.log(`  ${finding}`);

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8', shell: process.platform === 'win32' });
const audit = jsonOrNull(stdout) as { metadata?: { vulnerabilities?: Record<string, number | undefined> } } | null;
const counts = audit?.metadata?.vulnerabilities;
if (counts === undefined) console.log('\nThis registry does not answer `npm audit`; ask one that does.');
else
  console.log(
    `\nnpm audit: ${counts.critical ?? 0} critical, ${counts.high ?? 0} high, ${counts.moderate ?? 0} moderate, ${counts.low ?? 0} low`,
  );
process.exit(findings.length > 0 || (counts?.critical ?? 0) + (counts?.high ?? 0) > 0 ? 1 : 0);
