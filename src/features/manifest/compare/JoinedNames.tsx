/** Which components of the sources were treated as the same, and by what. */
'use client';

import { Button, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { countOf } from '@/plain/counts';
import type { JoinedComponent } from '@/sources/compare/compareSources';
import { DataTable } from '@/ui/DataTable';
import type { Column } from '@/ui/tableColumns';

const BY: Readonly<Record<JoinedComponent['by'], string>> = {
  technicalName: 'The same technical name',
  similarName: 'Names that differ only in case and separators',
};

const columnsOf = (names: ReadonlyMap<string, string>): readonly Column<JoinedComponent>[] => [
  { key: 'name', title: 'Component', render: ({ name }) => names.get(name) ?? name, sortBy: ({ name }) => names.get(name) ?? name },
  { key: 'by', title: 'Known by', render: ({ by }) => BY[by], sortBy: ({ by }) => by },
  { key: 'says', title: 'Called', render: ({ says }) => says.map(({ source, value }) => `${value} in ${source}`).join(', ') },
];

export function JoinedNames({ joined, names }: { joined: readonly JoinedComponent[]; names: ReadonlyMap<string, string> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-label="Treated as the same">
      <Title order={2}>
        {joined.length === 0 ? 'Nothing was treated as the same' : `${countOf(joined.length, 'component')} treated as the same`}
      </Title>
      <Text size="sm" c="dimmed">
        Components are the same if their technical or display names are, case and separators aside.
      </Text>
      {joined.length > 0 && (
        <Button size="compact-sm" variant="subtle" my="xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide them' : 'Show them'}
        </Button>
      )}
      {isOpen && <DataTable label="Treated as the same" columns={columnsOf(names)} rows={joined} keyOf={({ name }) => name} empty="" />}
    </section>
  );
}
