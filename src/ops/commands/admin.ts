/** `npm run admin -- …`, as a process. */
import { adminCommand } from '@/ops/admin/adminCommand';

// An administrative command should not wait for connections to be idle long enough.
process.exit(await adminCommand(process.argv.slice(2), process));
