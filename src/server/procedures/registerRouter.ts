/** The dependency security register. */
import { FileAnswer } from '@/contract/fileAnswer';
import { RegisterFileInput, RegisterInput, SecurityRegister } from '@/contract/securityRegister';
import { exportRegister, listRegister } from '@/server/register/securityRegister';
import { documentedAs } from './documentedAs';
import { READ, procedure, router } from './init';

const tags = ['Security register'];

export const registerRouter = router({
  list: documentedAs(
    SecurityRegister,
    procedure({
      access: READ,
      openapi: {
        method: 'GET',
        path: '/dependency-security-register',
        tags,
        operationId: 'listSecurityRegister',
        summary: 'How every dependency is secured, what is missing, and how complete that is',
        description:
          'Lists dependencies with their protocol, transport encryption and endpoint authentication. One is registered when all three are given; otherwise it is a gap.',
      },
    })
      .input(RegisterInput)
      .query(({ ctx, input }) => listRegister(ctx.tenant, input)),
  ),
  file: documentedAs(
    FileAnswer,
    procedure({
      access: READ,
      openapi: {
        method: 'GET',
        path: '/dependency-security-register.csv',
        tags,
        operationId: 'exportSecurityRegister',
        summary: 'The security register as one CSV file, whose SHA-256 is the digest',
        description:
          'All dependencies that the filters select, as one file for auditors. `listSecurityRegister` with the same filters returns its digest.',
        answersFile: 'text/csv',
      },
    })
      .input(RegisterFileInput)
      .query(({ ctx, input }) => exportRegister(ctx.tenant, input)),
  ),
});
