/** find_entities: finds entities by any part of their names. */
import { z } from 'zod';
import { EntitySearch, type FoundEntity } from '@/contract/landscapePicture';
import { ENTITY_KINDS } from '@/domain/vocabulary';
import { text } from '@/contract/fields';
import { bareCountOf } from '@/plain/counts';
import { entityLine } from '@/doors/mcp/findEntity';
import { DATA_NOTICE, dataBlock } from '@/doors/mcp/quoteForAgents';
import { cut, factsOfList, fingerprint, landscapeVersion, leftOutLines, pageInput, readCursor, writeCursor } from '@/doors/mcp/paging';
import { agentTool, pagedOutput } from '@/doors/mcp/tool';

const DEFAULT_LIMIT = 50;
const MOST_AT_ONCE = 200;

export const findEntitiesTool = agentTool({
  name: 'find_entities',
  title: 'Find entities',
  description:
    'Finds applications, components, capabilities, processes, hosting areas and zones, technologies, segments and datasets by any part of their name or technicalName, best matches first. ' +
    'Without search it lists all. Start here when you do not know the exact technicalName that the other tools take.',
  scope: 'read',
  effect: 'reads',
  input: z.strictObject({
    search: text(0, 200).optional().meta({ description: 'Any part of name or technicalName, in any case.' }),
    kind: z.enum(ENTITY_KINDS).optional().meta({ description: 'Only entities of this kind.' }),
    ...pageInput,
    limit: z
      .int()
      .min(1)
      .max(MOST_AT_ONCE)
      .optional()
      .meta({ description: 'At most this many entities, default 50. Counts are always complete.' }),
  }),
  output: pagedOutput(EntitySearch),
  async call({ procedures }, { search = '', kind, limit = DEFAULT_LIMIT, cursor, maxCharacters }) {
    const question = ['find_entities', search, kind];
    const { from, last: version } = readCursor(cursor, fingerprint(question), landscapeVersion);
    const found = await procedures.landscape.search({ search, ...(kind === undefined ? {} : { kinds: [kind] }), offset: from, limit });
    const counts = Object.entries(found.counts)
      .filter(([, count]) => count > 0)
      .map(([of, count]) => `${count} ${of}`);
    const head = [`${bareCountOf(found.total, 'entity matches', 'entities match')}${counts.length === 0 ? '' : `: ${counts.join(', ')}`}.`];
    const { answer, page, lines } = cut(found, [{ path: 'items', line: (item: FoundEntity) => entityLine(item) }], {
      question,
      wish: { maxCharacters },
      version: found.landscapeVersion,
      head,
    });
    const next = from + page.listed;
    const hasMore = next < found.total && page.listed > 0;
    const after = hasMore ? writeCursor(fingerprint(question), next, found.landscapeVersion) : null;
    const facts = factsOfList(page, from, found.total, after);
    return {
      structured: { notice: DATA_NOTICE, ...answer, page: facts },
      text: [...head, ...dataBlock(lines.slice(1)), ...leftOutLines(facts, version !== null && version !== found.landscapeVersion)],
    };
  },
});
