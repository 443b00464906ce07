/** The incidents of a tenant. */
import type { Metadata } from 'next';
import { createLoader, type SearchParams } from 'nuqs/server';
import { firstPageOf, incidentParsers, questionsOf } from '@/features/incidents/incidentFilters';
import { IncidentsPage } from '@/features/incidents/IncidentsPage';
import { asFirstPage } from '@/doors/browser/pageAnswers';
import { FirstAnswers } from '@/app/FirstAnswers';

export const metadata: Metadata = { title: 'Incidents' };

const readAddress = createLoader(incidentParsers);

interface Props {
  params: Promise<{ tenantId: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function Incidents({ params, searchParams }: Props) {
  const filters = await readAddress(searchParams);
  // Days are those of the reader, whose time zone is not known here.
  const { unresolved, closed } =
    filters.since === null && filters.until === null ? questionsOf(filters) : { unresolved: null, closed: null };
  return (
    <FirstAnswers
      tenantId={(await params).tenantId}
      questions={({ incidents }, ask, known) => [
        ask(incidents.list.queryOptions({ limit: 1 })),
        ...[unresolved, closed].flatMap((question) => {
          if (question === null) return [];
          const [input] = firstPageOf(question);
          const page = incidents.list.queryOptions(input);
          return [ask(page).then(() => asFirstPage(known, page.queryKey, incidents.list.infiniteQueryKey(input)))];
        }),
      ]}
    >
      <IncidentsPage />
    </FirstAnswers>
  );
}
